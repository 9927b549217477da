internal import Stages
internal import TextFormats

/// Reads the text of Sprite Sheet Packer: a line `name = x y width height` for each frame. The
/// image has the text's name.
enum SpriteSheetPackerText {
  /// Whether these lines are the start of such a text.
  static func matches(_ lines: [String]) -> Bool {
    let lines = lines.filter { !$0.isEmpty }
    return !lines.isEmpty && lines.allSatisfy { frame($0) != nil }
  }

  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.spriteSheetPacker, limits: limits)
    _ = try builder.addPage(AtlasPage(image: nil))
    for line in try TextLines(bytes, language: "list of frames").lines.map({ trimmed($0) })
    where !line.isEmpty && !line.hasPrefix("#") {
      guard let frame = frame(line) else {
        throw AtlasError.malformedEntry(
          format: .spriteSheetPacker, entry: line, detail: "expected NAME = X Y WIDTH HEIGHT")
      }
      try builder.addFrame(frame, page: 0)
    }
    return builder.atlas
  }

  private static func frame(_ line: String) -> AtlasBuilder.RawFrame? {
    guard let equals = line.lastIndex(of: "=") else { return nil }
    let name = trimmed(line[..<equals])
    let words = line[line.index(after: equals)...].split(whereSeparator: \.isWhitespace)
    let numbers = words.prefix(5).compactMap { Int64($0) }
    guard !name.isEmpty, words.count == 4, numbers.count == 4 else { return nil }
    return AtlasBuilder.RawFrame(
      name: name, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
