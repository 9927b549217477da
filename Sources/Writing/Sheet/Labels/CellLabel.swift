package import Raster

/// Draws labels in the lower left corners of cells, white on black.
package struct CellLabel {
  private let text: LabelText
  private let face: LabelFace
  private let pool: PixelBufferPool

  /// - Parameter size: the size of the cells that the face was chosen for.
  package init(_ text: LabelText, _ face: LabelFace, on size: PixelSize) {
    self.text = text
    self.face = face
    pool = PixelBufferPool(size: size)
  }

  /// A copy of an image with its label.
  ///
  /// - Parameters:
  ///   - ticks: the start of the frame.
  ///   - frame: its index in the input.
  package func draw(_ ticks: Int64, frame: Int, on picture: PixelBuffer) -> PixelBuffer {
    let labelled = pool.take()
    labelled.contents = nil
    labelled.copy(PixelRect(picture.size), from: picture)
    let plane = PixelPlane(labelled)
    let text = text.text(ticks, frame: frame)
    switch face.characters {
    case .dots(let font):
      let (width, height) = (DotFont.width(text) * font.dot, DotFont.height * font.dot)
      let top = picture.size.height - height
      fill(plane, PixelRect(x: 0, y: top, width: width, height: height), 0)
      font.draw(text) { column, row in
        fill(
          plane,
          PixelRect(
            x: column * font.dot, y: top + row * font.dot, width: font.dot, height: font.dot), 255)
      }
    case .outlines(let font, let margin):
      let (width, height) = (font.width(text) + 2 * margin, font.height + 2 * margin)
      let top = picture.size.height - height
      fill(plane, PixelRect(x: 0, y: top, width: width, height: height), 0)
      font.draw(text) { column, row, coverage in
        // A character may extend beyond the left and right by a pixel or two.
        let x = min(max(0, margin + column), width - 1)
        fill(plane, PixelRect(x: x, y: top + margin + row, width: 1, height: 1), coverage)
      }
    }
    return labelled
  }

  /// Opaque grey.
  private func fill(_ plane: PixelPlane, _ rect: PixelRect, _ gray: UInt8) {
    let pixel = 0xFF00_0000 | UInt32(gray) * 0x010101
    for row in rect.y..<rect.maxY {
      plane.row(row, from: rect.x).update(repeating: pixel.littleEndian, count: rect.width)
    }
  }
}
