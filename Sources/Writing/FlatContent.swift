package import Raster

/// Looks at the frames of an animation to tell drawings, screens and pixel art from pictures of
/// the world.
///
/// What is drawn has areas of one colour, in which a pixel equals its neighbour; noise, gradients
/// and dither have none. Hard edges between such areas need a chroma sample for every pixel, or
/// coding without loss, and pictures without them waste it.
package struct FlatContent: Sendable {
  /// Share of the pixels that equal their left neighbour, from which on pictures are drawings.
  private static let flatShare = 0.5

  private var equal = 0
  private var all = 0

  package init() {}

  /// Counts the pixels of the next frame. What is hidden does not count.
  package mutating func count(_ pixels: PixelBuffer) { count(pixels, in: PixelRect(pixels.size)) }

  /// Counts the pixels of a rectangle of a frame.
  mutating func count(_ pixels: PixelBuffer, in rect: PixelRect) {
    let plane = PixelPlane(pixels)
    var (equal, all) = (0, 0)
    for y in rect.y..<rect.maxY {
      let row = plane.row(y, from: rect.x)
      for x in 1..<max(1, rect.width) where row[x].littleEndian >> 24 != 0 {
        all &+= 1
        equal &+= row[x] == row[x - 1] ? 1 : 0
      }
    }
    self.equal += equal
    self.all += all
  }

  package var isFlat: Bool { Double(equal) >= Self.flatShare * Double(all) }
}
