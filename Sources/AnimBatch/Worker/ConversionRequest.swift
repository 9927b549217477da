package import AnimConv
internal import Messages
internal import Stages
internal import SystemPackage
package import TextFormats
internal import Writing

/// Conversions that a JSON object requests: `input` and `output` are paths, `settings` an object as
/// in a batch file, `preset` a name or a path, and `overwrite` true to replace an output.
package enum ConversionRequest {
  /// The members of a request.
  package static let keys = ["input", "output", "settings", "preset", "overwrite"]

  /// The requested conversion, or one for each output of a preset.
  ///
  /// - Parameters:
  ///   - json: an object.
  ///   - otherKeys: members that the caller handles.
  ///   - presets: the library of presets.
  /// - Throws: ``ConversionError`` of the kind `usage`, ``SettingError``, ``PresetError``.
  package static func conversions(
    _ json: JSONValue, besides otherKeys: [String] = [], presets: Preset.Library
  ) throws -> [Conversion] {
    func usage(_ reason: ConversionMessage, remedy: ConversionMessage? = nil) -> ConversionError {
      ConversionError(
        stage: .planning, kind: .usage, file: nil, reason: reason, remedy: remedy)
    }
    let known = keys + otherKeys
    for (key, _) in json.members where !known.contains(key) {
      throw usage(
        "there is no key '\(key)'",
        remedy: NearestName.nearest(to: key, among: known).map { "did you mean '\($0)'?" })
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
        if Preset.Library.isPath(name), let path = PathText.path(name) {
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
    // A setting that affects none of the outputs would otherwise be ignored silently.
    try settings.checkScope(outputs: outputs.compactMap(\.kind))
    let overwrites = json["overwrite"]?.bool == true
    return try zip(outputs, paths).map { each, path in
      var conversion = try each.conversion(from: input, to: path)
      conversion.overwriting = overwrites ? .replace : .refuse
      return conversion
    }
  }
}
