/// A picture that its source can draw at other sizes than its own. Any thread may use it.
package protocol VectorPicture: Sendable {
  /// The picture, centred and as large as fits into a size; the remaining area is transparent.
  ///
  /// - Complexity: draws the whole picture.
  func drawn(at size: PixelSize) -> PixelBuffer
}
