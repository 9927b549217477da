internal import Messages
internal import OutputFiles
internal import SystemPackage
internal import TextFormats

/// The entry of a ``SharedCache`` for a unit: its key, and the conditions for its validity.
///
/// The key depends on facts that are known before the input is opened: its content, the settings,
/// the versions, and the names of input and target, which sheet data repeats. Files that an input
/// names are compared afterwards. Only outputs with predictable file names are shared, made from
/// inputs next to or below the unit's own: no folders of frames, no sheets with several pages, and no
/// sheets of several inputs.
struct SharedOutput {
  /// This value changes if the meaning of shared entries changes.
  private static let version = 1

  let action: String
  private let unit: BatchUnit

  /// - Returns: nil if the input cannot be read, and for several inputs.
  /// - Complexity: reads the input; of a folder, its names.
  init?(_ unit: BatchUnit) {
    self.unit = unit
    guard unit.inputs.count == 1 else { return nil }
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

  /// The written output for others; nil if it is not shared.
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

  /// Another machine's output as this unit's record, without the stamps of the outputs.
  struct Known {
    var entry: BatchEntry
    let files: [(path: FilePath, file: ActionResult.File)]
    let frames: Int
    let remarks: UnitRemarks
  }

  /// - Returns: nil if it does not match the local inputs, or is not such a result.
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
    // The outputs that the unit is certain to write, each once.
    let expected = Set(unit.expectedOutputs)
    guard files.count == expected.count, Set(files.map(\.0)) == expected else { return nil }
    return Known(entry: entry, files: files, frames: frames, remarks: UnitRemarks(note))
  }
  /// Whether the unit's input may name a file: next to it or below it, and not hidden. A cache must
  /// not learn the contents of any other file.
  private func isNameable(_ path: FilePath) -> Bool {
    if let own = unit.input.lastComponent, path == FilePath(own) { return true }
    return path.isRelative
      && path.components.allSatisfy { $0.kind == .regular && !$0.string.hasPrefix(".") }
  }
}
