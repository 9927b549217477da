internal import Raster

/// Writes the XML of Sparrow and Starling, one file per page. It stores no durations.
///
/// `frameX` and `frameY` are the origin of the full frame relative to the content, so they are
/// negative; they are written only for trimmed frames. Width and height are those on the page.
enum StarlingWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    try sheet.atlas.pages.indices.map { page in
      var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      text += "<TextureAtlas imagePath=\"\(try sheet.xml(sheet.image(page)))\">\n"
      for index in sheet.frames(on: page) {
        let frame = sheet.atlas.frames[index]
        text += "  <SubTexture name=\"\(try sheet.xml(frame.name))\" x=\"\(frame.rect.x)\""
        text += " y=\"\(frame.rect.y)\" width=\"\(frame.rect.width)\""
        text += " height=\"\(frame.rect.height)\""
        if frame.rotation != .none { text += " rotated=\"true\"" }
        if frame.isTrimmed {
          text += " frameX=\"\(-frame.offset.x)\" frameY=\"\(-frame.offset.y)\""
          text += " frameWidth=\"\(frame.sourceSize.width)\""
          text += " frameHeight=\"\(frame.sourceSize.height)\""
        }
        text += "/>\n"
      }
      return Array((text + "</TextureAtlas>\n").utf8)
    }
  }
}
