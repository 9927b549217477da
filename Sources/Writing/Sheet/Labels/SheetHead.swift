package import Messages
package import Raster

/// Two lines above the cells of a sheet, white on black: the name of the input, and facts about it.
package struct SheetHead: Sendable {
  private let name: String
  private let facts: [String]
  private let face: LabelFace

  /// The height in pixels, an even number.
  package let height: Int

  /// Why the text is drawn in dots although a font was expected; nil otherwise.
  package var note: ConversionMessage? { face.note }

  /// - Parameters:
  ///   - name: shortened in the middle if it is too long.
  ///   - facts: the last ones are left out if there is no room.
  ///   - cell: the size of the cells, which decides the size of the text.
  /// - Throws: as ``LabelFace`` does.
  package init(name: String, facts: [String], font: SheetWritingOptions.LabelFont?, cell: PixelSize)
    throws
  {
    self.name = name
    self.facts = facts
    face =
      try LabelFace(font, on: cell, longest: "", characters: name + facts.joined())
      ?? LabelFace.smallestDots
    let lines = 2 * face.height
    height = lines + lines % 2
  }

  /// The head of a page.
  ///
  /// - Parameter width: pixels of the page.
  package func picture(width: Int) -> PixelBuffer {
    let picture = PixelBuffer.Pool(size: PixelSize(width: width, height: height)).take()
    picture.contents = nil
    let plane = PixelPlane(picture)
    for y in 0..<height {
      plane.row(y, from: 0).update(repeating: UInt32(0xFF00_0000).littleEndian, count: width)
    }
    let visible = PixelRect(picture.size)
    face.draw(shortened(name, to: width), x: 0, y: 0, on: plane, within: visible)
    var kept = facts[...]
    while kept.count > 1, face.width(kept.joined(separator: "  ")) > width { kept.removeLast() }
    face.draw(kept.joined(separator: "  "), x: 0, y: face.height, on: plane, within: visible)
    return picture
  }

  /// The text without its middle if it is too long: its beginning and end are the most informative.
  private func shortened(_ text: String, to width: Int) -> String {
    if face.width(text) <= width { return text }
    let characters = Array(text)
    for kept in stride(from: characters.count - 1, to: 0, by: -1) {
      let start = (kept + 1) / 2
      let short =
        String(characters[..<start]) + "..."
        + String(characters[(characters.count - kept + start)...])
      if face.width(short) <= width { return short }
    }
    return ""
  }
}
