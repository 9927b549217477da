internal import AnimTiming
internal import TextFormats

/// Writes Phaser's multi-atlas, a list of textures with their frames, and its animation JSON, in
/// which every step has its duration in ms.
///
/// Animations refer to the texture by the key under which the program loads it: the sheet's name.
/// Tags are unrolled, so `yoyo`, which shows the frames at the ends twice, is not needed.
/// `duration` in the multi-atlas is not part of Phaser's format; it allows reading the durations
/// back.
enum PhaserWriter {
  /// The frame rate of an animation whose frames all have durations.
  ///
  /// Phaser up to 3.70 shows a frame for its duration plus that of a frame at this rate, which is
  /// 24 by default: 42 ms more. The rate is therefore so high that it adds a microsecond. Later
  /// releases use the duration alone, except 3.88, which always uses the rate alone.
  static let frameRate = 1_000_000

  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    try sheet.checkNamesAreUnique()
    return [try atlas(sheet), try animations(sheet)]
  }

  private static func atlas(_ sheet: SheetDescription) throws -> [UInt8] {
    let times = try sheet.times(in: .milliseconds)
    let textures = try sheet.atlas.pages.indices.map { page in
      let frames = sheet.frames(on: page).map { index in
        let frame = sheet.atlas.frames[index]
        let members = Dictionary(uniqueKeysWithValues: sheet.packedFrame(index))
        let order = ["rotated", "trimmed", "sourceSize", "spriteSourceSize", "frame", "pivot"]
        return JSONOutput.object(
          [("filename", .text(frame.name))]
            + order.compactMap { key in members[key].map { (key, $0) } }
            + [("duration", .integer(Int(times.duration(of: index))))], .inline)
      }
      return JSONOutput.object([
        ("image", .text(sheet.image(page))), ("format", .text("RGBA8888")),
        ("size", .size(try sheet.pageSize(page))),
        ("scale", .number(sheet.atlas.pages[page].scale)), ("frames", .list(frames)),
      ])
    }
    let meta = JSONOutput.object([("app", .text("animconv")), ("version", .text("1.0"))], .inline)
    return JSONOutput.object([("textures", .list(textures)), ("meta", meta)]).bytes
  }

  private static func animations(_ sheet: SheetDescription) throws -> [UInt8] {
    let animations = try sheet.animations().map { animation in
      let times = try sheet.rescaled(animation.timeline, to: .milliseconds)
      let frames = zip(animation.indices, times.durations).map { index, duration in
        JSONOutput.object(
          [
            ("key", .text(sheet.baseName)), ("frame", .text(sheet.atlas.frames[index].name)),
            ("duration", .integer(Int(duration))),
          ], .inline)
      }
      let repeats = animation.plays.totalPlays - 1
      return JSONOutput.object([
        ("key", .text(animation.name)), ("type", .text("frame")), ("frames", .list(frames)),
        ("frameRate", .integer(frameRate)), ("repeat", .integer(repeats)), ("yoyo", .truth(false)),
      ])
    }
    return JSONOutput.object([("anims", .list(animations)), ("globalTimeScale", .integer(1))]).bytes
  }
}
