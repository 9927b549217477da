/// A rectangle on the canvas of a GIF, in pixels.
///
/// This module stands below every other one, so it has its own: 16 bits a side are what an image
/// descriptor can say (GIF89a, section 20).
package struct GIFRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A whole canvas.
  package init(width: Int, height: Int) {
    self.init(x: 0, y: 0, width: width, height: height)
  }

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var pixelCount: Int { width * height }

  /// The smallest rectangle that holds both.
  package func union(_ other: GIFRect) -> GIFRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return GIFRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether every pixel of the other one lies inside.
  package func contains(_ other: GIFRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }
}
