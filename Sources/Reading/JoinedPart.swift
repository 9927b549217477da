package import Raster

/// What of a joined input is one of its parts.
package struct JoinedPart: Sendable, Hashable {
  /// What its animation is called.
  package var name: String
  /// Its frames among all.
  package var frames: Range<Int>
  /// Its own canvas on the one that all share, in the middle.
  package var rect: PixelRect

  /// What of its own frames a change is on the shared canvas.
  func moved(_ own: PixelRect) -> PixelRect {
    own.isEmpty
      ? .empty
      : PixelRect(x: own.x + rect.x, y: own.y + rect.y, width: own.width, height: own.height)
  }
}
