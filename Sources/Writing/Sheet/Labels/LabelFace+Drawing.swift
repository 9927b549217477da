internal import Raster

extension LabelFace {
  /// Pixels of a line with its margins.
  var height: Int {
    switch characters {
    case .dots(let font): DotFont.height * font.dot
    case .outlines(let font, let margin): font.height + 2 * margin
    }
  }

  /// Pixels of a text with its margins.
  func width(_ text: String) -> Int {
    switch characters {
    case .dots(let font): DotFont.width(text) * font.dot
    case .outlines(let font, let margin): font.width(text) + 2 * margin
    }
  }

  /// Draws a line, white on black.
  ///
  /// - Parameters:
  ///   - x: of the upper left corner, as `y`.
  ///   - visible: anything outside this area is left out.
  func draw(_ text: String, x: Int, y: Int, on plane: PixelPlane, within visible: PixelRect) {
    let whole = PixelRect(x: x, y: y, width: width(text), height: height)
    func fill(_ rect: PixelRect, _ gray: UInt8) {
      let rect = rect.intersection(visible)
      let pixel = 0xFF00_0000 | UInt32(gray) * 0x010101
      for row in rect.y..<rect.maxY {
        plane.row(row, from: rect.x).update(repeating: pixel.littleEndian, count: rect.width)
      }
    }
    fill(whole, 0)
    switch characters {
    case .dots(let font):
      font.draw(text) { column, row in
        fill(
          PixelRect(
            x: x + column * font.dot, y: y + row * font.dot, width: font.dot, height: font.dot), 255
        )
      }
    case .outlines(let font, let margin):
      font.draw(text) { column, row, coverage in
        // A character may extend beyond the left and right by a pixel or two.
        let place = min(max(0, margin + column), whole.width - 1)
        fill(PixelRect(x: x + place, y: y + margin + row, width: 1, height: 1), coverage)
      }
    }
  }
}
