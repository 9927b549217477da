import SystemPackage

/// Writes a Swift file that holds the texts of preset files: `EmbedPresets OUTPUT INPUT...`.
@main
struct EmbedPresets {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { throw Errno.invalidArgument }
    var text = "/// The preset files of the package's top-level folder, by name.\n"
    text += "enum BuiltinPresets {\n  static let texts: [String: String] = [\n"
    for input in arguments.dropFirst() {
      let path = FilePath(input)
      let lines = try read(path).split(separator: "\n", omittingEmptySubsequences: false)
      text += "    \"\(path.stem ?? "")\": ##\"\"\"\n"
      for line in lines { text += "      \(line)\n" }
      text += "      \"\"\"##,\n"
    }
    text += "  ]\n}\n"
    let file = try FileDescriptor.open(
      FilePath(output), .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }

  private static func read(_ path: FilePath) throws -> String {
    let file = try FileDescriptor.open(path, .readOnly)
    return try file.closeAfter {
      var bytes: [UInt8] = []
      while true {
        let count = try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
          let count = try file.read(into: buffer)
          bytes.append(contentsOf: buffer.prefix(count))
          return count
        }
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      }
    }
  }
}
