package import Raster

/// One part of a joined input.
package struct JoinedPart: Sendable, Hashable {
  /// The name of its animation.
  package var name: String
  /// The range of its frames among all.
  package var frames: Range<Int>
  /// The place of its canvas on the shared one, centred.
  package var rect: PixelRect

  /// A change in its own frames, in terms of the shared canvas.
  func moved(_ own: PixelRect) -> PixelRect {
    own.isEmpty
      ? .empty
      : PixelRect(x: own.x + rect.x, y: own.y + rect.y, width: own.width, height: own.height)
  }
}
