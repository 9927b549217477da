package import AnimConv
internal import Messages
internal import Stages
package import SystemPackage
internal import TextFormats
internal import Writing

/// The request of one input line.
///
/// Two forms are supported, and responses have the same form: the worker's own, and Bazel's
/// persistent worker protocol with JSON (`WorkRequest`), which has `arguments`.
package struct WorkerRequest: Sendable {
  /// The sender's id of a request; a number or a text, which is returned unchanged.
  package struct ID: Sendable, Hashable {
    let text: String
    let isNumber: Bool

    static let none = ID(text: "0", isNumber: true)

    var json: JSONOutput {
      // A number that was read is one.
      isNumber ? .number(ExactDecimal(text)!) : .text(text)
    }
  }

  package enum Form: Sendable { case own, bazel }

  package enum Work: Sendable {
    /// A conversion, or one for each output of a preset.
    case conversions([Conversion])
    /// Words of a command line, without the command's name; paths are relative to the folder, if
    /// there is one.
    case arguments([String], folder: FilePath?)
    /// Cancels the request with the same id.
    case cancellation
  }

  package let id: ID
  package let form: Form
  package let work: Work

  private static let keys = ["id", "input", "output", "settings", "preset", "overwrite", "cancel"]

  /// Why a line is invalid, with the id for the response if it is known.
  package struct Refusal: Error {
    let id: ID?
    let form: Form
    let error: ConversionError
  }

  /// - Parameter presets: the library of presets.
  /// - Throws: ``Refusal``.
  package init(_ line: UnsafeRawBufferPointer, presets: PresetLibrary) throws(Refusal) {
    let json: JSONValue
    do { json = try JSONReader.read(Array(line)) } catch {
      throw Self.refusal(nil, .own, "\(error)")
    }
    guard json.isObject else { throw Self.refusal(nil, .own, "expected an object") }
    let isBazel =
      json["arguments"] != nil || json["requestId"] != nil
      || json["id"] == nil && json["input"] == nil
    form = isBazel ? .bazel : .own
    guard let id = try Self.id(json[isBazel ? "requestId" : "id"], form) else {
      throw Self.refusal(nil, form, "expected a number or a text for 'id'")
    }
    self.id = id
    if json["cancel"]?.bool == true {
      work = .cancellation
    } else if isBazel {
      // Unknown members are reserved for later versions of the protocol.
      let words = json["arguments"]?.elements.map(\.string) ?? []
      guard !words.contains(nil) else {
        throw Self.refusal(id, form, "expected texts for 'arguments'")
      }
      let folder = json["sandboxDir"]?.string.flatMap { PathText.path($0) }
      work = .arguments(words.compactMap(\.self), folder: folder)
    } else {
      do { work = .conversions(try Self.conversions(json, presets)) } catch {
        throw Refusal(
          id: id, form: form, error: ConversionError.wrapping(error, file: nil, stage: .planning))
      }
    }
  }

  /// Bazel leaves a 0 out.
  private static func id(_ json: JSONValue?, _ form: Form) throws(Refusal) -> ID? {
    guard let json else { return form == .bazel ? ID.none : nil }
    if let text = json.string { return ID(text: text, isNumber: false) }
    guard let text = json.number?.description else { return nil }
    // A number whose shorter spelling differs may exceed the readable range.
    guard ExactDecimal(text) != nil else {
      throw refusal(nil, form, "the number of the request is beyond what is understood")
    }
    return ID(text: text, isNumber: true)
  }

  private static func refusal(_ id: ID?, _ form: Form, _ reason: Message) -> Refusal {
    Refusal(
      id: id, form: form,
      error: ConversionError(stage: .planning, kind: .usage, file: nil, reason: reason))
  }

  private static func conversions(
    _ json: JSONValue, _ presets: PresetLibrary
  ) throws -> [Conversion] {
    func usage(_ reason: Message, remedy: Message? = nil) -> ConversionError {
      ConversionError(
        stage: .planning, kind: .usage, file: nil, reason: reason, remedy: remedy)
    }
    for (key, _) in json.members where !keys.contains(key) {
      throw usage(
        "there is no key '\(key)'",
        remedy: NearestName.nearest(to: key, among: keys).map { "did you mean '\($0)'?" })
    }
    guard let input = json["input"]?.string.flatMap({ PathText.path($0) }) else {
      throw usage("expected a path for 'input'")
    }
    guard let output = json["output"]?.string.flatMap({ PathText.path($0) }) else {
      throw usage("expected a path for 'output'")
    }
    var settings = ConversionSettings()
    if let value = json["settings"] {
      guard value.isObject else { throw usage("expected an object for 'settings'") }
      settings = try ConversionSettings(json: value)
      try settings.checkCombination()
    }
    var outputs = [BatchOutput(settings)]
    var paths = [output]
    if let preset = json["preset"] {
      guard let name = preset.string else { throw usage("expected a text for 'preset'") }
      let found =
        if PresetLibrary.isPath(name), let path = PathText.path(name) {
          try presets.preset(at: path)
        } else {
          try presets.preset(named: name)
        }
      outputs = found.outputs.map { BatchOutput(settings, over: $0) }
      if outputs.count > 1 {
        paths = outputs.map { each in
          PathText.path(
            PathText.bytes(of: output) + Array((each.preset?.suffix ?? "").utf8)
              + (each.fileExtension.isEmpty ? [] : Array(".\(each.fileExtension)".utf8)))
        }
      }
    } else if outputs[0].kind == nil {
      guard let kind = OutputKind(of: output, hasCells: settings.asksForCells) else {
        throw BatchError.noOutputKind
      }
      try settings.set("container", to: kind.description)
      outputs = [BatchOutput(settings)]
    }
    let overwrites = json["overwrite"]?.bool == true
    return try zip(outputs, paths).map { each, path in
      var conversion = try each.conversion(from: input, to: path)
      conversion.overwriting = overwrites ? .replace : .refuse
      return conversion
    }
  }
}
