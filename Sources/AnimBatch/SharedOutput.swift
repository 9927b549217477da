internal import Messages
internal import OutputFiles
internal import SystemPackage
internal import TextFormats

/// What a ``SharedCache`` knows of a unit: under which key, and what has to be so that it holds.
///
/// The key is made of what is known before the input is opened: its content, the choices, the
/// versions, and the names of input and target, which data of sheets repeat. Files that an input
/// names are compared afterwards. Shared are only outputs whose files have the names that the choices
/// say, made of inputs beside or below the unit's own: no folders of frames, no sheets of several pages.
struct SharedOutput {
  /// Changes when what is shared means something else.
  private static let version = 1

  let action: String
  private let unit: BatchUnit

  /// - Returns: nil when the input cannot be read.
  /// - Complexity: reads the input; of a folder, its names.
  init?(_ unit: BatchUnit) {
    self.unit = unit
    let content: String
    if FileStatus(of: unit.input, followingLinks: true)?.isFolder == true {
      guard let listing = try? FolderListing.digest(for: unit.input) else { return nil }
      content = "listing \(listing)"
    } else {
      guard let file = FileRecord(reading: unit.input) else { return nil }
      content = file.digest
    }
    let names = [unit.input, unit.target].map {
      $0.lastComponent.map { PathText.text(FilePath($0)) } ?? ""
    }
    action = FileRecord.digest(
      of: (["animconv \(Self.version)", unit.settingsDigest, content] + names)
        .joined(separator: "\n"))
  }

  /// What was written, for others; nil when it is not shared.
  func result(_ entry: BatchEntry, frames: Int, _ remarks: UnitRemarks) -> ActionResult? {
    var result = ActionResult()
    guard Set(entry.outputs.map { unit.folder.pushing($0.path) }) == Set(unit.expectedOutputs),
      entry.inputs.allSatisfy({ isNameable($0.path) }), entry.missing.allSatisfy(isNameable)
    else { return nil }
    for output in entry.outputs {
      guard !output.isFolder, let name = output.path.lastComponent else { return nil }
      result.files.append(
        .init(
          path: PathText.text(FilePath(name)), digest: output.file.digest,
          byteCount: output.file.stamp.byteCount))
    }
    var members: [(key: String, value: JSONOutput)] = [
      ("frames", .integer(frames)),
      (
        "inputs",
        .list(
          entry.inputs.map {
            .object([("path", .text(PathText.text($0.path))), ("sha256", .text($0.file.digest))])
          })
      ),
      ("missing", .list(entry.missing.map { .text(PathText.text($0)) })),
    ]
    members += remarks.members(.options)
    if let listing = entry.listing { members.append(("listing", .text(listing))) }
    result.note = JSONOutput.object(members, .inline).bytes
    return result
  }

  /// What others have written, as this unit's record but for the stamps of the outputs.
  struct Known {
    var entry: BatchEntry
    let files: [(path: FilePath, file: ActionResult.File)]
    let frames: Int
    let remarks: UnitRemarks
  }

  /// - Returns: nil when it does not hold for the inputs as they are here, or is no such result.
  /// - Complexity: reads every file that the input names.
  func known(_ result: ActionResult, origin: String) -> Known? {
    guard let note = try? JSONReader.read(result.note), !result.files.isEmpty,
      let frames = note["frames"]?.integer.flatMap({ Int(exactly: $0) }),
      let inputs = note["inputs"], inputs.isArray
    else { return nil }
    var entry = BatchEntry(
      target: unit.target, origin: origin, settings: unit.settingsDigest, inputs: [], outputs: [])
    let base = OutputFile.folder(of: unit.input)
    for input in inputs.elements {
      guard let path = input["path"]?.string.flatMap({ PathText.path($0) }), isNameable(path),
        let file = FileRecord(reading: base.pushing(path)), file.digest == input["sha256"]?.string
      else { return nil }
      entry.inputs.append(.init(path: path, file: file))
    }
    for missing in JSONValue.list(note["missing"]) {
      guard let path = missing.string.flatMap({ PathText.path($0) }), isNameable(path),
        FileStatus(of: base.pushing(path), followingLinks: true) == nil
      else { return nil }
      entry.missing.append(path)
    }
    if let listing = note["listing"]?.string {
      guard (try? FolderListing.digest(for: unit.input)) == listing else { return nil }
      entry.listing = listing
    }
    let folder = OutputFile.folder(of: unit.output)
    var files: [(FilePath, ActionResult.File)] = []
    for file in result.files {
      guard let name = PathText.path(file.path), name.components.count == 1, name.isRelative,
        name.components.first?.kind == .regular, file.digest.utf8.count == 64,
        file.digest.utf8.allSatisfy({ hexadecimalDigit($0) != nil })
      else { return nil }
      files.append((folder.pushing(name), file))
    }
    // Exactly what the unit is certain to write, each once.
    let expected = Set(unit.expectedOutputs)
    guard files.count == expected.count, Set(files.map(\.0)) == expected else { return nil }
    return Known(entry: entry, files: files, frames: frames, remarks: UnitRemarks(note))
  }
  /// Whether the unit's input can name a file: it lies beside the input or below it and is not
  /// hidden. A cache must not learn what is in any other file.
  private func isNameable(_ path: FilePath) -> Bool {
    if let own = unit.input.lastComponent, path == FilePath(own) { return true }
    return path.isRelative
      && path.components.allSatisfy { $0.kind == .regular && !$0.string.hasPrefix(".") }
  }
}
