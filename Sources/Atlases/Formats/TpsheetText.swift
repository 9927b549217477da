internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the `.tpsheet` that TexturePacker writes for Unity: lines of `name;x;y;width;height; pivot
/// x;pivot y; borders`, with `y` counted from the bottom edge.
enum TpsheetText {
  /// Whether these lines without comments are the start of such a text.
  static func matches(_ lines: [String]) -> Bool {
    guard let first = lines.first else { return false }
    return first.hasPrefix(":") && first.contains("=") || numbers(of: first) != nil
  }

  static func read(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    var builder = AtlasBuilder(.unity, limits: limits)
    let lines = try TextLines(bytes, language: "tpsheet").lines.map { trimmed($0) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    var page = AtlasPage(image: nil)
    for line in lines where line.hasPrefix(":") { read(line, into: &page) }
    let size = try page.size ?? around.pictureSize(page)
    _ = try builder.addPage(page)
    for line in lines where !line.hasPrefix(":") {
      try builder.addFrame(try frame(line, height: Int64(size.height)), page: 0)
    }
    return builder.atlas
  }

  /// A line `:key=value`.
  private static func read(_ line: String, into page: inout AtlasPage) {
    guard let equals = line.firstIndex(of: "=") else { return }
    let value = trimmed(line[line.index(after: equals)...])
    switch line[..<equals] {
    case ":texture": page.image = value.isEmpty ? nil : value
    case ":size":
      let sides = value.split(separator: "x").compactMap { Int64($0) }
      if sides.count == 2 { page.size = PixelSize(tile: sides[0], sides[1]) }
    default: break
    }
  }

  /// The name of a line and its fields; nil without a complete rectangle.
  private static func numbers(of line: String) -> (name: String, numbers: [ExactDecimal])? {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count >= 5 else { return nil }
    var numbers: [ExactDecimal] = []
    for part in parts.dropFirst().prefix(16) {
      if let number = ExactDecimal(trimmed(part)) { numbers.append(number) }
    }
    guard numbers.count >= 4 else { return nil }
    // Semicolons and hashes in names are escaped.
    var name = String(parts[0])
    for (escape, sign) in [("%3B", ";"), ("%23", "#"), ("%25", "%")] {
      name = name.replacing(escape, with: sign)
    }
    return (name, numbers)
  }

  private static func frame(_ line: String, height: Int64) throws -> AtlasBuilder.RawFrame {
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(
        format: .unity, entry: String(line.prefix { $0 != ";" }), detail: detail)
    }
    guard let (name, numbers) = numbers(of: line) else {
      throw error("expected a name, a rectangle, a pivot and borders between semicolons")
    }
    let rect = numbers.prefix(4).compactMap(\.integer)
    guard rect.count == 4 else { throw error("its rectangle is not in whole pixels") }
    if numbers.count > 10, numbers[10].significand > 0 {
      throw AtlasError.unsupported(format: .unity, detail: "outlines that are polygons")
    }
    let (bottom, overflow) = height.subtractingReportingOverflow(rect[1])
    let (top, further) = bottom.subtractingReportingOverflow(rect[3])
    guard !overflow, !further else { throw error("its rectangle lies beyond every picture") }
    var frame = AtlasBuilder.RawFrame(
      name: name, x: rect[0], y: top, width: rect[2], height: rect[3])
    if numbers.count >= 6, let y = numbers[5].subtracted(from: 1) {
      frame.pivot = AtlasFrame.Pivot(x: numbers[4], y: y)
    }
    return frame
  }
}
