internal import SystemPackage
internal import TextFormats
internal import Writing

/// Reads preset files and resolves what they extend.
struct PresetReader {
  /// Returns the bytes of another preset by its name.
  typealias Lookup = (String) throws(PresetError) -> [UInt8]

  /// A size that no preset exceeds.
  static let maxBytes = 1 << 20

  let lookup: Lookup

  /// A preset before its outputs are resolved.
  private struct Draft {
    var name: String
    var description: String
    var task = PresetTask.other
    var settings: ConversionSettings
    var constraints: [MediaConstraint]
    var outputs: [DraftOutput]
    /// The file's own settings, without those it extends.
    var ownSettings = ConversionSettings()
  }

  private struct DraftOutput {
    var name: String
    var suffix: String
    var fileExtension: String?
    var format: Preset.Output.Format
    var settings: ConversionSettings
    var constraints: [MediaConstraint]
    /// The file's own settings for this output alone.
    var ownSettings = ConversionSettings()

    /// Refuses the output's own settings if they have no effect, and removes settings for other
    /// outputs.
    mutating func settleScope() throws(SettingError) {
      guard case .kind(let kind) = format else { return }
      try ownSettings.checkScope(outputs: [kind])
      settings = settings.suited(to: kind)
    }

    /// Reconciles the extension with the setting `container`; either may be inherited. Without its
    /// own extension, a file gets the extension of its content.
    mutating func settleFormat(place: String) throws(PresetError) {
      guard let kind = settings.outputKind else { return }
      if let fileExtension {
        guard OutputKind(fileExtension: fileExtension) == kind else {
          throw .invalid(
            place: "\(place).settings.container",
            expectation: "the container of .\(fileExtension) files")
        }
      } else if kind != .frameFolder {
        fileExtension = kind.fileExtension
      }
      format = .kind(kind)
    }
  }

  /// - Throws: ``PresetError``.
  func read(_ bytes: [UInt8]) throws(PresetError) -> Preset {
    var draft = try read(bytes, chain: [])
    for index in draft.outputs.indices {
      let place = "outputs[\(index)]"
      try draft.outputs[index].settleFormat(place: place)
      do { try draft.outputs[index].settleScope() } catch {
        throw .setting(error, place: place + ".settings")
      }
    }
    let kinds = draft.outputs.map { output -> OutputKind? in
      if case .kind(let kind) = output.format { kind } else { nil }
    }
    if !kinds.contains(nil) {
      do { try draft.ownSettings.checkScope(outputs: kinds.compactMap(\.self)) } catch {
        throw .setting(error, place: "the preset.settings")
      }
    }
    let outputs = draft.outputs.map { output in
      Preset.Output(
        name: output.name, suffix: output.suffix, fileExtension: output.fileExtension,
        format: output.format, settings: output.settings, constraints: output.constraints,
        presetName: draft.name)
    }
    for (index, output) in outputs.enumerated() {
      let place = "outputs[\(index)]"
      do {
        try output.settings.checkCombination()
        if case .kind(let kind) = output.format { try output.settings.checkData(for: kind) }
      } catch {
        throw .setting(error, place: place)
      }
      if let twin = outputs[..<index].first(where: { $0.path(for: "x") == output.path(for: "x") }) {
        throw .sameFile(outputs: [twin.name, output.name])
      }
    }
    return Preset(
      name: draft.name, description: draft.description, task: draft.task, outputs: outputs)
  }

  private func read(_ bytes: [UInt8], chain: [String]) throws(PresetError) -> Draft {
    guard bytes.count <= Self.maxBytes else { throw .tooLarge(allowed: Self.maxBytes) }
    let json: JSONValue
    do { json = try JSONReader.read(bytes) } catch {
      throw .syntax(detail: "\(error)")
    }
    let root = PresetObject(json, place: "the preset")
    try root.check(
      keys: [
        "$schema", "name", "description", "task", "extends", "settings", "constraints", "outputs",
      ])
    let name = try root.text("name")
    if chain.contains(name) { throw .circular(chain + [name]) }

    var draft = Draft(
      name: name, description: "", settings: .init(), constraints: [], outputs: [])
    if let parent = try root.optionalText("extends") {
      if (chain + [name]).contains(parent) { throw .circular(chain + [name, parent]) }
      draft = try read(try lookup(parent), chain: chain + [name])
      draft.name = name
    }
    draft.description = try root.text("description")
    if let task = try root.task() { draft.task = task }
    let settings = try root.settings("settings")
    let constraints = try root.constraints("constraints")
    draft.ownSettings = settings
    draft.settings.override(with: settings)
    draft.constraints.override(with: constraints)
    for index in draft.outputs.indices {
      draft.outputs[index].ownSettings = ConversionSettings()
      draft.outputs[index].settings.override(with: settings)
      draft.outputs[index].constraints.override(with: constraints)
    }
    if let objects = try root.objects("outputs") {
      var outputs: [DraftOutput] = []
      for object in objects { outputs.append(try readOutput(object, of: draft)) }
      guard !outputs.isEmpty else {
        throw .invalid(place: "outputs", expectation: "at least one output")
      }
      draft.outputs = outputs
    } else if draft.outputs.isEmpty {
      draft.outputs = [
        DraftOutput(
          name: "any", suffix: "", fileExtension: nil, format: .any, settings: draft.settings,
          constraints: draft.constraints)
      ]
    }
    return draft
  }

  /// An output builds on the parent's output of the same name, or else on the preset's general
  /// settings.
  private func readOutput(
    _ object: PresetObject, of draft: Draft
  ) throws(PresetError) -> DraftOutput {
    try object.check(keys: ["name", "suffix", "extension", "settings", "constraints"])
    let name = try object.text("name")
    var output =
      draft.outputs.first { $0.name == name }
      ?? DraftOutput(
        name: name, suffix: "", fileExtension: nil, format: .any, settings: draft.settings,
        constraints: draft.constraints)
    let settings = try object.settings("settings")
    output.settings.override(with: settings)
    output.ownSettings = settings
    // If the content changes, so does the extension.
    if settings.outputKind != nil { output.fileExtension = nil }
    output.constraints.override(with: try object.constraints("constraints"))
    if let suffix = try object.optionalText("suffix") {
      guard suffix.isEmpty || FilePath.Component(suffix)?.string == suffix else {
        throw .invalid(place: "\(object.place).suffix", expectation: "a part of a file's name")
      }
      output.suffix = suffix
    }
    if let fileExtension = try object.optionalText("extension") {
      guard let format = Preset.Output.Format(fileExtension: fileExtension) else {
        throw .invalid(
          place: "\(object.place).extension",
          expectation: "mp4, webm, mov, png, zip, imageset, gif, apng or webp")
      }
      output.fileExtension = fileExtension
      output.format = format
    }
    guard output.format != .any || output.settings.outputKind != nil else {
      throw .missingKey("extension", place: object.place)
    }
    return output
  }
}

extension [MediaConstraint] {
  /// Replaces constraints with those of a child for the same property.
  fileprivate mutating func override(with child: [MediaConstraint]) {
    for constraint in child {
      if let index = firstIndex(where: { $0.property == constraint.property }) {
        self[index] = constraint
      } else {
        append(constraint)
      }
    }
  }
}
