internal import AnimConv
internal import AnimTiming
internal import CLibrary
internal import Messages
internal import Reading
internal import Stages
internal import TextFormats

/// The settings with which an animation is opened.
struct ReadingSettings {
  /// Limits, and the handling of damage.
  let options: ReadingOptions
  /// The policy that turns delays into durations; nil for the input's own.
  let delays: DelayPolicy?

  /// Settings that affect only reading. A rate, durations and high dynamic range also need an
  /// output.
  private static let names = Set(
    [SettingGroup.input, .pictureFiles, .sheetCutting, .delays].flatMap(\.names)
  ).subtracting([SettingName.fps.text, SettingName.hdr.text, SettingName.frameDelays.text])

  /// Reads a JSON object with settings by name; null stands for none.
  ///
  /// - Throws: ``ConversionError``, ``SettingError``.
  init(_ text: UnsafePointer<CChar>?) throws {
    guard let text else {
      options = ReadingOptions()
      delays = nil
      return
    }
    let json = try JSONValue(object: text, "settings")
    for (name, _) in json.members {
      if Self.names.contains(try ConversionSettings.Setting.named(name).name) { continue }
      throw ConversionError(
        stage: .planning, kind: .configuration, file: nil,
        reason: "the setting '\(name)' has no effect on reading frames",
        remedy: "leave it out, or use it to convert")
    }
    let settings = try ConversionSettings(json: json)
    var conversion = Conversion(input: .standardInput, output: .standardOutput)
    try settings.apply(to: &conversion)
    options = conversion.reading
    delays = conversion.timing.delays
  }
}

extension JSONValue {
  /// Reads an object from a caller's text.
  ///
  /// - Throws: ``ConversionError`` of the kind `usage`.
  init(object text: UnsafePointer<CChar>, _ name: String) throws {
    func refusal(_ reason: ConversionMessage) -> ConversionError {
      ConversionError(stage: .planning, kind: .usage, file: nil, reason: reason)
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    do { self = try JSONReader.read(Array(bytes)) } catch {
      throw refusal("the \(name) cannot be read: \("\(error)")")
    }
    guard isObject else { throw refusal("the \(name) must be a JSON object") }
  }
}
