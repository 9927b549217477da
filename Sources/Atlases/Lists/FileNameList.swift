internal import AnimTiming
internal import Stages
internal import TextFormats

/// Reads a plain list of files: one image name per line. Empty lines and lines that start with `#`
/// are skipped.
enum FileNameList {
  /// Whether the first lines contain nothing but image names. A libGDX atlas also names one, but
  /// its next lines are not names.
  static func matches(_ lines: some Sequence<String>) -> Bool {
    let names = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return !names.isEmpty && names.allSatisfy(isPicture)
  }

  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> FrameList {
    var builder = FrameListBuilder(.fileNames, limits: limits)
    for (index, line) in try TextLines(bytes, language: "list of files").lines.enumerated() {
      let name = trimmed(line)
      if name.isEmpty || name.hasPrefix("#") { continue }
      guard isPicture(name) else {
        throw AtlasError.malformedEntry(
          format: .fileNames, entry: "line \(index + 1)", detail: "expected the name of a picture")
      }
      try builder.add(.init(file: name, delay: .missing))
    }
    return try builder.list.checked()
  }

  private static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return InputKind.ofExtension[name[name.index(after: dot)...].lowercased()] != nil
  }
}
