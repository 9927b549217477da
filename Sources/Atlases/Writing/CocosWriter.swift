internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes Cocos2d's property lists: format 2 for the frames, one file per page, and format 2 of the
/// animation cache, whose delays are exact multiples of `delayPerUnit`.
///
/// Width and height are those of the upright frame; the offset is from the centre of the full frame
/// to the centre of its content, upwards. An endless animation has the largest value of `loops`,
/// which every Cocos2d supports, see ``CocosAnimations/forever``.
enum CocosWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    try sheet.checkNamesAreUnique()
    return try sheet.atlas.pages.indices.map { try frames(sheet, page: $0) } + [animations(sheet)]
  }

  private static func frames(_ sheet: SheetDescription, page: Int) throws -> [UInt8] {
    let image = PropertyListOutput.text(sheet.image(page))
    let size = try sheet.pageSize(page)
    let frames = sheet.frames(on: page).map { index in
      let frame = sheet.atlas.frames[index]
      let content = frame.contentSize
      let full = frame.sourceSize
      return (
        key: frame.name,
        value: PropertyListOutput.dictionary([
          ("frame", .text(braces(frame.rect.x, frame.rect.y, content))),
          (
            "offset",
            .text(
              "{\(half(2 * frame.offset.x + content.width - full.width)),"
                + "\(half(full.height - content.height - 2 * frame.offset.y))}")
          ),
          ("rotated", .truth(frame.rotation != .none)),
          ("sourceColorRect", .text(braces(frame.offset.x, frame.offset.y, content))),
          ("sourceSize", .text("{\(full.width),\(full.height)}")),
        ])
      )
    }
    return try list(
      sheet,
      .dictionary([
        ("frames", .dictionary(frames)),
        (
          "metadata",
          .dictionary([
            ("format", .integer(2)), ("realTextureFileName", image),
            ("size", .text("{\(size.width),\(size.height)}")), ("textureFileName", image),
          ])
        ),
      ]))
  }

  private static func animations(_ sheet: SheetDescription) throws -> [UInt8] {
    let animations = try sheet.animations().map { animation in
      let slot = animation.timeline.commonDivisor
      let unit = try sheet.seconds(
        RationalTime(ticks: slot, timebase: animation.timeline.timebase))
      let frames = zip(animation.indices, animation.timeline.durations).map { index, duration in
        // Cocos2d-x requires user information for every frame.
        PropertyListOutput.dictionary([
          ("delayUnits", .integer(Int(duration / slot))), ("notification", .dictionary([])),
          ("spriteframe", .text(sheet.atlas.frames[index].name)),
        ])
      }
      let loops =
        animation.plays == .forever
        ? Int(CocosAnimations.forever) : animation.plays.totalPlays
      return (
        key: animation.name,
        value: PropertyListOutput.dictionary([
          ("delayPerUnit", .real(unit)), ("frames", .array(frames)),
          ("loops", .integer(loops)),
          ("restoreOriginalFrame", .truth(false)),
        ])
      )
    }
    let sheets = sheet.fileNames.dropLast().map { PropertyListOutput.text($0) }
    return try list(
      sheet,
      .dictionary([
        ("animations", .dictionary(animations)),
        (
          "properties",
          .dictionary([("format", .integer(2)), ("spritesheets", .array(sheets))])
        ),
      ]))
  }

  /// The duration of each frame after reading it back: its number of units, with the unit rounded
  /// to a nanosecond.
  static func delays(of animation: SheetAnimation, _ sheet: SheetDescription) throws -> [Delay] {
    let slot = animation.timeline.commonDivisor
    let unit = try sheet.seconds(
      RationalTime(ticks: slot, timebase: animation.timeline.timebase))
    return animation.timeline.durations.map { duration in
      CocosAnimations.delay(unit, times: ExactDecimal(duration / slot)) ?? .missing
    }
  }

  private static func list(_ sheet: SheetDescription, _ value: PropertyListOutput) throws -> [UInt8]
  {
    try value.document { try sheet.xml($0) }
  }

  private static func braces(_ x: Int, _ y: Int, _ size: PixelSize) -> String {
    "{{\(x),\(y)},{\(size.width),\(size.height)}}"
  }

  /// Half of a number.
  private static func half(_ doubled: Int) -> ExactDecimal {
    ExactDecimal(Int64(doubled) * 5, exponent: -1)
  }
}
