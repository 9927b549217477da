/// Draws parts of the scaled picture. Coordinates are those of the scaled picture and of its
/// source, the crop.
package protocol PictureScaler: AnyObject {
  /// The scaled pixels that depend on any pixel of `rect` in the crop.
  func outputs(touching rect: PixelRect) -> PixelRect

  /// Draws the scaled pixels of `rect` to the same coordinates of `target`.
  ///
  /// - Parameters:
  ///   - rect: part of the visible area; not empty.
  ///   - source: all pixels of the crop.
  func draw(_ rect: PixelRect, from source: PixelPlane, to target: PixelPlane)

  /// Whether drawing in several bands of rows is slower than drawing at once.
  var prefersWholeRects: Bool { get }
}

/// Copies pixels unchanged.
package final class UnscaledPicture: PictureScaler {
  package let prefersWholeRects = false

  package init() {}

  package func outputs(touching rect: PixelRect) -> PixelRect { rect }

  package func draw(_ rect: PixelRect, from source: PixelPlane, to target: PixelPlane) {
    for y in rect.y..<rect.maxY {
      target.row(y, from: rect.x).update(from: source.row(y, from: rect.x), count: rect.width)
    }
  }
}
