package import Raster

/// Draws labels in the lower left corners of cells, white on black.
package struct CellLabel {
  private let text: LabelText
  private let face: LabelFace
  private let pool: PixelBuffer.Pool

  /// - Parameter size: the size of the cells that the face was chosen for.
  package init(_ text: LabelText, _ face: LabelFace, on size: PixelSize) {
    self.text = text
    self.face = face
    pool = PixelBuffer.Pool(size: size)
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
    face.draw(
      text, x: 0, y: picture.size.height - face.height, on: plane,
      within: PixelRect(picture.size))
    return labelled
  }
}
