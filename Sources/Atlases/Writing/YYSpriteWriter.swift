internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes the input of a `YYSpriteSheetImage`: one rectangle per frame in points (pixels divided by
/// the scale) from the top left, one duration per frame in seconds, and the loop count, 0 for
/// forever.
enum YYSpriteWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    let page = sheet.atlas.pages[0]
    let times = try sheet.times()
    let seconds = try sheet.rescaled(times, to: Timebase(1, 1_000_000_000))
    let rects = sheet.atlas.frames.map { frame in
      JSONOutput.object(
        [
          ("x", frame.rect.x), ("y", frame.rect.y), ("width", frame.rect.width),
          ("height", frame.rect.height),
        ].map { ($0, .number(ExactDecimal($1, over: page.scale))) }, .inline)
    }
    let durations = seconds.durations.map { JSONOutput.number(ExactDecimal($0, exponent: -9)) }
    return JSONOutput.object([
      ("image", .text(sheet.image(0))), ("scale", .number(page.scale)),
      ("loopCount", .integer(sheet.plays.totalPlays)), ("contentRects", .list(rects)),
      ("frameDurations", .list(durations, .inline)),
    ]).bytes
  }
}
