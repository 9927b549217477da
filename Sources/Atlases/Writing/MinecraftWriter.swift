internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes the `.mcmeta` of an animated texture of Minecraft: cells of a picture row by row, with
/// durations in ticks of 1/20 s.
///
/// Without `width` and `height` a cell is a square of the picture's shorter side; without `frames`
/// all cells are shown in order. The game repeats the animation forever.
enum MinecraftWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    try check(sheet.image(0), sheet)
    let (grid, size) = (try sheet.grid(), try sheet.pageSize(0))
    let steps = try sheet.cellAnimations(on: grid).flatMap(\.steps)
    let usual = usualTicks(steps)
    var members: [(key: String, value: JSONOutput)] = []
    let side = min(size.width, size.height)
    if grid.cell != PixelSize(width: side, height: side) {
      members += [
        ("width", .integer(grid.cell.width)), ("height", .integer(grid.cell.height)),
      ]
    }
    members.append(("frametime", .integer(Int(usual))))
    let isPlain =
      steps.map(\.cell) == Array(0..<grid.count) && steps.allSatisfy { $0.ticks == usual }
    if !isPlain {
      let entries = steps.map { step in
        step.ticks == usual
          ? JSONOutput.integer(step.cell)
          : .object(
            [("index", .integer(step.cell)), ("time", .integer(Int(step.ticks)))], .inline)
      }
      members.append(("frames", .list(entries)))
    }
    return JSONOutput.object([("animation", .object(members))]).bytes
  }

  /// The duration of most frames; the shortest if there are several.
  private static func usualTicks(_ steps: [CellAnimation.Step]) -> Int64 {
    var counts: [Int64: Int] = [:]
    for step in steps { counts[step.ticks, default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 1
  }

  /// The game finds only textures with a few kinds of characters in their names.
  private static func check(_ image: String, _ sheet: SheetDescription) throws {
    let isValid = image.utf8.allSatisfy { byte in
      isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || "_-.".utf8.contains(byte)
    }
    guard isValid else {
      throw AtlasWritingError.name(
        image, detail: "only lower-case letters, digits, '_', '-' and '.' are allowed",
        format: sheet.format)
    }
  }
}
