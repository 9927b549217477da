internal import OutputFiles
internal import SystemPackage
internal import TextFormats

extension BatchEntry {
  /// One line of the record, without its line end.
  var json: JSONOutput {
    var members: [(key: String, value: JSONOutput)] = [
      ("version", .integer(Self.version)),
      ("target", .text(PathText.text(target))),
      ("origin", .text(origin)),
      ("settings", .text(settings)),
      ("inputs", .list(inputs.map { .object(Self.members($0.path, $0.file)) })),
      (
        "outputs",
        .list(
          outputs.map {
            .object(
              Self.members($0.path, $0.file) + ($0.isFolder ? [("folder", .truth(true))] : []))
          })
      ),
    ]
    if !missing.isEmpty {
      members.append(("missing", .list(missing.map { .text(PathText.text($0)) })))
    }
    if let listing { members.append(("listing", .text(listing))) }
    return .object(members, .inline)
  }

  private static func members(
    _ path: FilePath, _ file: FileRecord
  ) -> [(key: String, value: JSONOutput)] {
    // Times in nanoseconds and inodes have more digits than JSON numbers preserve everywhere.
    let noted = file.stamp.noted.map { [("noted", JSONOutput.text(String($0)))] } ?? []
    return [
      ("path", .text(PathText.text(path))), ("sha256", .text(file.digest)),
      ("bytes", .integer(Int(file.stamp.byteCount))),
      ("modified", .text(String(file.stamp.modified))),
      ("inode", .text(String(file.stamp.inode))), ("seen", .text(String(file.seen))),
    ] + noted
  }

  /// This is the inverse of ``json``; nil for anything else, and for lines of another version.
  init?(_ json: JSONValue) {
    guard json["version"]?.integer == Int64(Self.version),
      let target = Self.relativePath(json["target"]), let origin = json["origin"]?.string,
      let settings = json["settings"]?.string, let inputs = json["inputs"],
      let outputs = json["outputs"]
    else { return nil }
    self.target = target
    self.origin = origin
    self.settings = settings
    self.inputs = []
    self.outputs = []
    for value in inputs.elements {
      guard let path = Self.path(value["path"]), let file = Self.file(value) else { return nil }
      self.inputs.append(Input(path: path, file: file))
    }
    for value in outputs.elements {
      guard let path = Self.relativePath(value["path"]), let file = Self.file(value) else {
        return nil
      }
      self.outputs.append(
        Output(path: path, isFolder: value["folder"]?.bool == true, file: file))
    }
    for value in JSONValue.list(json["missing"]) {
      guard let path = Self.path(value) else { return nil }
      missing.append(path)
    }
    listing = json["listing"]?.string
  }

  private static func path(_ value: JSONValue?) -> FilePath? {
    value?.string.flatMap { PathText.path($0) }
  }

  /// A path that stays inside the record's folder. Files are removed by the paths in the record,
  /// and anyone may have written the record.
  static func relativePath(_ value: JSONValue?) -> FilePath? {
    guard let path = path(value), path.isRelative, path.isLexicallyNormal,
      !path.components.contains(where: { $0.kind != .regular })
    else { return nil }
    return path
  }

  private static func file(_ value: JSONValue) -> FileRecord? {
    guard let digest = value["sha256"]?.string, digest.utf8.count == 64,
      let bytes = value["bytes"]?.integer,
      let modified = value["modified"]?.string.flatMap({ Int64($0) }),
      let inode = value["inode"]?.string.flatMap({ UInt64($0) }),
      let seen = value["seen"]?.string.flatMap({ Int64($0) }),
      bytes >= 0, seen >= 0
    else { return nil }
    return FileRecord(
      stamp: FileStamp(
        byteCount: bytes, modified: modified, inode: inode,
        noted: value["noted"]?.string.flatMap { Int64($0) }),
      digest: digest, seen: seen)
  }
}
