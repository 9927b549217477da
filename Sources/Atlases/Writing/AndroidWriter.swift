internal import AnimTiming

/// Writes an Android `AnimationDrawable` for images of one frame each: every image is the drawable
/// with its name, durations are whole milliseconds.
enum AndroidWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    try check(sheet.stem, sheet)
    let times = try sheet.times(in: .milliseconds)
    var items: [AnimationDrawable.Item] = []
    for (frame, duration) in zip(sheet.atlas.frames, times.durations) {
      let image = sheet.image(frame.page)
      let name = image.lastIndex(of: ".").map { String(image[..<$0]) } ?? image
      try check(name, sheet)
      items.append(.init(drawable: name, milliseconds: duration))
    }
    return Array(AnimationDrawable(items: items, isOneShot: sheet.plays != .forever).text.utf8)
  }

  private static func check(_ name: String, _ sheet: SheetDescription) throws {
    guard AnimationDrawable.isResourceName(name) else {
      throw AtlasWritingError.name(
        name,
        detail: AnimationDrawable.namingRule,
        format: sheet.format)
    }
  }
}
