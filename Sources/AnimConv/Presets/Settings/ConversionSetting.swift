internal import Messages
internal import Reading

/// One choice of a ``Conversion`` under its name, which is the same everywhere: as the long option
/// of the command line, and as the key in presets and batch files.
public struct ConversionSetting: Sendable {
  /// The long option without its dashes: `slot-tolerance`.
  public let name: String
  /// A description of its values for messages: `a scale such as 0.5, 4x or 640x480`.
  public let expectation: String
  /// Whether it is only on (`true`) or off (`false`), so that the option needs no value.
  public let isSwitch: Bool
  /// Settings that this one replaces when it overrides them, such as the quality of another codec.
  let displaced: [String]
  /// Applies a text to a conversion; false if the text is not a valid value.
  let apply: @Sendable (_ text: String, _ conversion: inout Conversion) -> Bool

  /// The property of a ``Conversion`` that it sets, as a Swift key path: `timing.edits.range`. If
  /// it sets several, the main one.
  public var property: String { SettingProperties.all[name]! }

  /// Whether a text is a valid value of this setting.
  public func accepts(_ text: String) -> Bool {
    var conversion = Conversion(input: .standardInput, output: .standardOutput)
    return apply(text, &conversion)
  }

  /// All settings. A setting that builds on another one follows it.
  public static let all: [ConversionSetting] =
    ofReading + ofPictureFiles + ofSheetCutting + ofTiming + ofShaping + ofVideo + ofImages
    + ofSheets
    + ofFrames + ofPlayers + ofDescriptions

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// - Throws: ``SettingError/unknown(name:nearest:)``.
  public static func named(_ name: String) throws(SettingError) -> ConversionSetting {
    if let setting = byName[name] { return setting }
    let nearest = NearestName.nearest(to: name, among: all.lazy.map(\.name))
    throw .unknown(name: name, nearest: nearest)
  }
}

extension ConversionSetting {
  /// - Parameters:
  ///   - parse: returns the value of a text; nil if the text is invalid.
  ///   - set: stores the value.
  init<Value>(
    _ name: String, _ expectation: String, displaces displaced: [String] = [],
    parse: @escaping @Sendable (String) -> Value?,
    set: @escaping @Sendable (inout Conversion, Value) -> Void
  ) {
    self.init(name: name, expectation: expectation, isSwitch: false, displaced: displaced) {
      guard let value = parse($0) else { return false }
      set(&$1, value)
      return true
    }
  }

  /// A whole number.
  ///
  /// - Parameter least, most: the allowed range; nil if the output or the input decides.
  static func number(
    _ name: String, from least: Int? = nil, to most: Int? = nil, displaces displaced: [String] = [],
    set: @escaping @Sendable (inout Conversion, Int) -> Void
  ) -> ConversionSetting {
    var expectation = "a whole number"
    if let least { expectation += " from \(least)" }
    if let most { expectation += " to \(most)" }
    return ConversionSetting(
      name, expectation, displaces: displaced,
      parse: { text in
        Int(text).flatMap { $0 >= least ?? .min && $0 <= most ?? .max ? $0 : nil }
      }, set: set)
  }

  /// A setting that is on or off.
  static func `switch`(
    _ name: String, displaces displaced: [String] = [],
    set: @escaping @Sendable (inout Conversion, Bool) -> Void
  ) -> ConversionSetting {
    ConversionSetting(
      name: name, expectation: "true or false", isSwitch: true, displaced: displaced
    ) { text, conversion in
      guard let value = Bool(text) else { return false }
      set(&conversion, value)
      return true
    }
  }

  /// Any text.
  static func text(
    _ name: String, _ expectation: String,
    set: @escaping @Sendable (inout Conversion, String) -> Void
  ) -> ConversionSetting {
    ConversionSetting(name, expectation, parse: { $0 }, set: set)
  }
}
