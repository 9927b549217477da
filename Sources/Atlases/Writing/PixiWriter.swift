internal import AnimTiming
internal import TextFormats

/// Writes PixiJS's spritesheet JSON: frames by name and `animations`, lists of names in which a
/// name is repeated according to its duration, in units of the durations' common divisor.
///
/// PixiJS ignores other members. `duration` and `frameTags` are included as in Aseprite's JSON, for
/// loaders that give `AnimatedSprite` durations in ms, and so that the file can be read back
/// exactly. `playback` contains the speed, because PixiJS has no member for it: see
/// ``PixiPlayback``.
enum PixiWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    try sheet.checkNamesAreUnique()
    // Names enter a cache of the whole program, and numeric keys of an object lose their order.
    for frame in sheet.atlas.frames where frame.name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      throw AtlasWritingError.name(
        frame.name, detail: "all sheets share names, which must not be bare numbers",
        format: sheet.format)
    }
    let times = try sheet.times(in: .milliseconds)
    let playback = JSONOutput.object(
      try PixiPlayback.all(in: sheet).map { (key: $0.name, value: $0.data) })
    return try sheet.atlas.pages.indices.map { page in
      let frames = sheet.frames(on: page).map { index in
        (
          key: sheet.atlas.frames[index].name,
          value: JSONOutput.object(
            sheet.packedFrame(index, pivotKey: "anchor") + [
              ("duration", .integer(Int(times.duration(of: index))))
            ],
            .inline)
        )
      }
      guard let animations = try sheet.packedAnimations(page: page) else {
        throw try tooLong(sheet)
      }
      let meta =
        try sheet.packedMeta(page: page) + [("frameTags", sheet.packedTags(page: page))]
        + [("playback", playback)]
        + sheet.packedLinks(page: page)
      return JSONOutput.object(
        [("frames", .object(frames)), ("animations", animations), ("meta", .object(meta))]
      ).bytes
    }
  }

  private static func tooLong(_ sheet: SheetDescription) throws -> AtlasWritingError {
    let limit = SheetDescription.maxEntries
    let animation = try sheet.animations().first { $0.slots(limit: limit) == nil }
    return .tooLong(
      animation: animation?.name ?? sheet.baseName, entries: animation?.slotCount ?? limit,
      allowed: limit, format: sheet.format)
  }
}
