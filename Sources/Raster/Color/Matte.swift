/// Flattens pixels onto an opaque colour.
package struct Matte {
  private let word: UInt32
  /// The colour times 255, twice, in byte order; 255 in place of alpha.
  private let color: SIMD8<UInt16>

  package init(_ color: RGBColor) {
    word = UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    let (red, green, blue) = (UInt16(color.red), UInt16(color.green), UInt16(color.blue))
    self.color = SIMD8(red, green, blue, 255, red, green, blue, 255)
  }

  /// Flattens `count` pixels in place: (colour * alpha + matte * (255 - alpha)) / 255 rounded to
  /// nearest; opaque pixels keep their bytes.
  package func flatten(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    var x = 0
    while x &+ 4 <= count {
      let (a, b, c, d) = (pixels[x], pixels[x &+ 1], pixels[x &+ 2], pixels[x &+ 3])
      if a & b & c & d > 0xFEFF_FFFF {
        // All opaque, like most pixels of most animations.
      } else if a | b | c | d <= 0x00FF_FFFF {
        pixels[x] = word
        pixels[x &+ 1] = word
        pixels[x &+ 2] = word
        pixels[x &+ 3] = word
      } else {
        let (e, f) = flattened(a, b)
        let (g, h) = flattened(c, d)
        pixels[x] = e
        pixels[x &+ 1] = f
        pixels[x &+ 2] = g
        pixels[x &+ 3] = h
      }
      x &+= 4
    }
    while x < count {
      pixels[x] = flattened(pixels[x], 0).0
      x &+= 1
    }
  }

  @inline(__always)
  private func flattened(_ first: UInt32, _ second: UInt32) -> (UInt32, UInt32) {
    let bytes = unsafeBitCast(UInt64(first) | UInt64(second) << 32, to: SIMD8<UInt8>.self)
    let values = SIMD8<UInt16>(truncatingIfNeeded: bytes)
    let (a, b) = (values[3], values[7])
    // Alpha is treated as a colour of 255 on 255, which stays 255 for any alpha.
    let over = values | SIMD8(0, 0, 0, 255, 0, 0, 0, 255)
    let alpha = SIMD8(a, a, a, a, b, b, b, b)
    let sum = over &* alpha &+ color &* (255 &- alpha) &+ 127
    // The integer part of sum / 255 for all 16-bit sums below 65535; the largest here is 65152.
    let quotient = (sum &+ 1 &+ sum &>> 8) &>> 8
    let result = unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: quotient), to: UInt64.self)
    return (UInt32(truncatingIfNeeded: result), UInt32(truncatingIfNeeded: result >> 32))
  }
}
