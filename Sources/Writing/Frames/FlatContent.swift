package import Raster

/// Examines the frames of an animation to distinguish drawings, screens and pixel art from
/// photographic content.
///
/// Drawings have areas of one colour, in which a pixel equals its neighbour; noise, gradients and
/// dithering do not. Hard edges between such areas need a chroma sample for every pixel, or
/// lossless coding, which would be wasted on other images.
package struct FlatContent: Sendable {
  /// The share of pixels that equal their left neighbour from which images count as drawings.
  private static let flatShare = 0.5

  private var equal = 0
  private var all = 0

  package init() {}

  /// Counts the pixels of the next frame. Hidden pixels are ignored.
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
