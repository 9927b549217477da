internal import TextFormats

/// Writes TexturePacker's JSON, by name or as a list. It stores no durations. Further pages have
/// their own files, linked by `related_multi_packs`.
struct TexturePackerWriter {
  enum Flavour { case hash, array }

  let flavour: Flavour

  init(_ flavour: Flavour) { self.flavour = flavour }

  /// - Throws: ``AtlasWritingError``.
  func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    if flavour == .hash { try sheet.checkNamesAreKeys() }
    return try sheet.atlas.pages.indices.map { page in
      let frames = sheet.frames(on: page).map {
        (name: sheet.atlas.frames[$0].name, members: sheet.packedFrame($0))
      }
      let list =
        switch flavour {
        case .hash: JSONOutput.object(frames.map { ($0.name, .object($0.members, .inline)) })
        case .array:
          JSONOutput.list(
            frames.map { .object([("filename", .text($0.name))] + $0.members, .inline) })
        }
      let meta = try sheet.packedMeta(page: page) + sheet.packedLinks(page: page)
      return JSONOutput.object([("frames", list), ("meta", .object(meta))]).bytes
    }
  }
}
