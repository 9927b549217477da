internal import AnimTiming
internal import TextFormats

/// Writes Aseprite's JSON in three variants. Durations are whole milliseconds: every boundary
/// between frames is rounded, so that errors do not accumulate.
///
/// With several pages, each page has its own file with its own range of frames, linked by
/// `related_multi_packs` as in TexturePacker, and its part of the tags.
struct AsepriteWriter {
  /// How frames are listed.
  enum Flavour {
    /// An object with frames by name, and PixiJS's `animations`, which are omitted if they would
    /// exceed ``SheetDescription/maxEntries``, because durations and tags contain the same.
    case names
    /// A list.
    case array
    /// An object with frames by bare number, for Phaser's lookup `frames["0"]`.
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
