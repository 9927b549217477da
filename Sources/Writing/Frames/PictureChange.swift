internal import Raster

/// The difference between two images of the same size.
struct PictureChange {
  /// The smallest rectangle that contains all differences; one pixel if there are none, because a
  /// frame cannot be empty.
  var rect: PixelRect
  /// The number of changed pixels.
  var pixels: Int
  /// Whether every changed pixel is opaque, so that it can be drawn over the other image; other
  /// pixels would be blended.
  var isOpaque: Bool
}

extension PixelBuffer {
  /// - Complexity: reads both pictures once.
  func change(from other: PixelBuffer) -> PictureChange {
    let plane = PixelPlane(self)
    let before = PixelPlane(other)
    let opaque = UInt32(0xFF00_0000).littleEndian
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    var pixels = 0
    var all = UInt32.max
    for y in 0..<size.height {
      let (row, old) = (plane.row(y, from: 0), before.row(y, from: 0))
      guard let first = (0..<size.width).first(where: { row[$0] != old[$0] }) else { continue }
      var last = first
      for x in first..<size.width where row[x] != old[x] {
        last = x
        pixels += 1
        all &= row[x]
      }
      left = min(left, first)
      right = max(right, last + 1)
      top = min(top, y)
      bottom = y + 1
    }
    let rect =
      right == 0
      ? PixelRect(x: 0, y: 0, width: 1, height: 1)
      : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    return PictureChange(rect: rect, pixels: pixels, isOpaque: all & opaque == opaque)
  }
}
