internal import Raster
internal import TextFormats

/// Writes the text atlas of libGDX and Spine in the older form, which all releases read. It stores
/// no durations; frames are distinguished by `index`.
///
/// Sizes are those of the upright frame, rotated counterclockwise; offsets are from the bottom
/// left. A number after the last underscore of a name becomes the index, as in libGDX's own packer,
/// so that `findRegions("walk")` returns the frames in order.
enum LibGDXWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    let regions = regions(sheet)
    var text = ""
    for page in sheet.atlas.pages.indices {
      let image = sheet.image(page)
      try check(image, sheet)
      let size = try sheet.pageSize(page)
      if page > 0 { text += "\n" }
      text += """
        \(image)
        size: \(size.width), \(size.height)
        format: RGBA8888
        filter: Nearest, Nearest
        repeat: none

        """
      for index in sheet.frames(on: page) {
        let frame = sheet.atlas.frames[index]
        let (name, number) = regions[index]
        try check(name, sheet)
        let content = frame.contentSize
        let full = frame.sourceSize
        let bottom = full.height - frame.offset.y - content.height
        text += """
          \(name)
            rotate: \(frame.rotation != .none)
            xy: \(frame.rect.x), \(frame.rect.y)
            size: \(content.width), \(content.height)
            orig: \(full.width), \(full.height)
            offset: \(frame.offset.x), \(bottom)
            index: \(number)

          """
      }
    }
    return Array(text.utf8)
  }

  /// Name and index of each frame. Indices are used only if the frames keep their order after
  /// readers group them by name and sort them by index.
  private static func regions(_ sheet: SheetDescription) -> [(name: String, index: Int32)] {
    let names = sheet.atlas.frames.map(\.name)
    let parts = names.map { name in
      guard let underscore = name.lastIndex(of: "_"), underscore > name.startIndex,
        case let digits = name[name.index(after: underscore)...],
        digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let index = Int32(digits)
      else { return (name: name, index: Int32(-1)) }
      return (name: String(name[..<underscore]), index: index)
    }
    var places: [String: Int] = [:]
    for (place, part) in parts.enumerated() where places[part.name] == nil {
      places[part.name] = place
    }
    let keys = parts.map { (places[$0.name] ?? 0, $0.index) }
    let isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    return isInOrder ? parts : names.map { ($0, -1) }
  }

  /// Throws if a name cannot be on a line of its own.
  private static func check(_ name: String, _ sheet: SheetDescription) throws {
    let isLine =
      !name.isEmpty && trimmed(name) == name
      && !name.unicodeScalars.contains { $0 == ":" || $0.value < 0x20 || $0.value == 0x7F }
    guard isLine else {
      throw AtlasWritingError.name(
        name, detail: "it must be a single line without a colon", format: sheet.format)
    }
  }
}
