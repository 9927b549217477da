internal import AnimTiming
internal import TextFormats

/// Writes Aseprite's JSON in three flavours. Durations are whole milliseconds: every boundary
/// between frames goes to the nearest one, so that errors do not add up.
///
/// On several pages each page has its own file with its own stretch of frames, linked by
/// `related_multi_packs` as TexturePacker does, and its part of the tags.
struct AsepriteWriter {
  /// How frames are listed.
  enum Flavour {
    /// An object with frames by name, and PixiJS's `animations`, which are left out when they would
    /// be longer than ``SheetDescription/maxEntries``: durations and tags say the same.
    case names
    /// A list.
    case array
    /// An object with frames by bare number. Phaser finds frames so: `frames["0"]`.
    case numbers
  }

  let flavour: Flavour

  init(_ flavour: Flavour) { self.flavour = flavour }

  /// - Throws: ``AtlasWritingError``.
  func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    if flavour == .names { try sheet.checkNamesAreKeys() }
    let times = try sheet.times(in: .milliseconds)
    return try sheet.atlas.pages.indices.map { page in
      let indices = sheet.frames(on: page)
      let frames = indices.map { index in
        (
          name: sheet.atlas.frames[index].name,
          members: sheet.packedFrame(index)
            + [("duration", .integer(Int(times.duration(of: index))))]
        )
      }
      var members: [(key: String, value: JSONOutput)] = [("frames", list(frames))]
      if flavour == .names, let animations = try sheet.packedAnimations(page: page) {
        members.append(("animations", animations))
      }
      let meta =
        try sheet.packedMeta(page: page) + [("frameTags", sheet.packedTags(page: page))]
        + sheet.packedLinks(page: page)
      members.append(("meta", .object(meta)))
      return JSONOutput.object(members).bytes
    }
  }

  private func list(
    _ frames: [(name: String, members: [(key: String, value: JSONOutput)])]
  ) -> JSONOutput {
    switch flavour {
    case .names: .object(frames.map { ($0.name, .object($0.members, .inline)) })
    case .array:
      .list(frames.map { .object([("filename", .text($0.name))] + $0.members, .inline) })
    case .numbers:
      .object(frames.enumerated().map { ("\($0)", .object($1.members, .inline)) })
    }
  }
}
