internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes what a `YYSpriteSheetImage` is made with: rectangles in points (pixels over the scale)
/// from the top left, durations in seconds, one of each for every frame, and the number of plays, 0
/// for ever.
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
