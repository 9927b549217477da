import Foundation

/// Writes a Swift file with the texts of the preset files in a folder:
/// `EmbedPresets OUTPUT FOLDER`.
@main
struct EmbedPresets {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    let files = try FileManager.default
      .contentsOfDirectory(at: arguments[1], includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" && !$0.lastPathComponent.hasSuffix(".schema.json") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    var text = "/// The preset files of the package's top-level folder, by name.\n"
    text += "enum BuiltinPresets {\n  static let texts: [String: String] = [\n"
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      text += "    \"\(file.deletingPathExtension().lastPathComponent)\": ##\"\"\"\n"
      for line in lines { text += "      \(line)\n" }
      text += "      \"\"\"##,\n"
    }
    text += "  ]\n}\n"
    // What is unchanged keeps its time, so that nothing is compiled again.
    let data = Data(text.utf8)
    if let old = try? Data(contentsOf: arguments[0]), old == data { return }
    try data.write(to: arguments[0])
  }
}
