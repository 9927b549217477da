/// Arithmetic on rows of straight RGBA, one pixel in 32 bits with red in the lowest byte.
package enum StraightAlpha {
  private static let alphaMask = UInt32(0xff00_0000).littleEndian

  /// Makes the colour of transparent pixels 0, as everywhere in ``PixelBuffer``.
  @inline(__always)
  package static func normalise(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count {
      row[column] = row[column] & alphaMask == 0 ? 0 : row[column]
    }
  }

  /// Makes every pixel opaque.
  package static func makeOpaque(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count { row[column] |= alphaMask }
  }

  /// Divides premultiplied colours by alpha; rounds to nearest.
  package static func unpremultiply(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count {
      row[column] = PixelBuffer.Layout.divide(row[column].littleEndian).littleEndian
    }
  }

  /// Composites a row over another.
  package static func overlay(
    _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    for column in 0..<count {
      let front = source[column].littleEndian
      let alpha = front >> 24
      if alpha == 255 {
        target[column] = source[column]
      } else if alpha != 0 {
        target[column] = over(front, target[column].littleEndian).littleEndian
      }
    }
  }

  /// Composites one pixel over another, both straight and with red in the lowest byte; the front is
  /// partly transparent. Exact, rounded to nearest.
  static func over(_ front: UInt32, _ back: UInt32) -> UInt32 {
    // The visible shares of the front, and of the back through it, both times 255.
    let frontWeight = (front >> 24) &* 255
    let backWeight = (255 &- (front >> 24)) &* (back >> 24)
    let total = frontWeight &+ backWeight
    func mix(_ shift: UInt32) -> UInt32 {
      let sum = ((front >> shift) & 255) &* frontWeight &+ ((back >> shift) & 255) &* backWeight
      return ((sum &+ total / 2) / total) << shift
    }
    return ((total &+ 127) / 255) << 24 | mix(16) | mix(8) | mix(0)
  }
}
