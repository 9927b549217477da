/// A position in whole pixels, to the right and down; either may be negative.
package struct PixelOffset: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
