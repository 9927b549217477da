/// Loops over one or two rows of RGBA pixels. Each is simple enough for automatic vectorization;
/// they are inlined where the matrix is constant, see ``YUVCoefficients``.
///
/// A pixel is one little-endian 32-bit word: red in the lowest byte, alpha in the highest.
enum SampleRows {
  typealias Source = UnsafePointer<UInt32>

  /// One 8-bit luma sample per pixel.
  @inline(__always)
  static func luma(
    _ source: Source, into target: UnsafeMutablePointer<UInt8>, count: Int, _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      target[i] = UInt8(truncatingIfNeeded: luma(p, c, shift: 15))
    }
  }

  /// One 10-bit luma sample per pixel.
  @inline(__always)
  static func deepLuma(
    _ source: Source, into target: UnsafeMutablePointer<UInt16>, count: Int, _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      target[i] = UInt16(truncatingIfNeeded: luma(p, c, shift: 13))
    }
  }

  /// One pair of 8-bit chroma samples per pixel.
  @inline(__always)
  static func chroma(
    _ source: Source, u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>, count: Int,
    _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      u[i] = UInt8(truncatingIfNeeded: bluenessWithHeadroom(p, c))
    }
    for i in 0..<count {
      let p = source[i]
      v[i] = UInt8(truncatingIfNeeded: redness(p, c, shift: 15))
    }
  }

  /// One pair of 10-bit chroma samples per pixel.
  @inline(__always)
  static func deepChroma(
    _ source: Source, u: UnsafeMutablePointer<UInt16>, v: UnsafeMutablePointer<UInt16>, count: Int,
    _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      u[i] = UInt16(truncatingIfNeeded: blueness(p, c, shift: 13))
    }
    for i in 0..<count {
      let p = source[i]
      v[i] = UInt16(truncatingIfNeeded: redness(p, c, shift: 13))
    }
  }

  /// One pair of 8-bit chroma samples for each 2 x 2 pixels: that of their mean colour, rounded
  /// once. `count` counts blocks.
  @inline(__always)
  static func blockChroma(
    _ top: Source, _ bottom: Source, u: UnsafeMutablePointer<UInt8>,
    v: UnsafeMutablePointer<UInt8>, count: Int, _ c: YUVCoefficients
  ) {
    // Four blocks at a time, vectorized by hand, because the compiler does not vectorize the plain
    // loop.
    let (upper, lower) = (UnsafeRawPointer(top), UnsafeRawPointer(bottom))
    let whole = count & ~3
    var i = 0
    while i < whole {
      let sums = FourBlockSums(
        upper.loadUnaligned(fromByteOffset: 8 &* i, as: SIMD8<UInt32>.self),
        lower.loadUnaligned(fromByteOffset: 8 &* i, as: SIMD8<UInt32>.self))
      UnsafeMutableRawPointer(u + i).storeBytes(of: sums.blueness(c), as: SIMD4<UInt8>.self)
      UnsafeMutableRawPointer(v + i).storeBytes(of: sums.redness(c), as: SIMD4<UInt8>.self)
      i &+= 4
    }
    while i < count {
      let sum = BlockSum(top[2 &* i], top[2 &* i &+ 1], bottom[2 &* i], bottom[2 &* i &+ 1])
      u[i] = UInt8(truncatingIfNeeded: sum.blueness(c))
      v[i] = UInt8(truncatingIfNeeded: sum.redness(c))
      i &+= 1
    }
  }

  /// The alpha bytes.
  @inline(__always)
  static func alpha(_ source: Source, into target: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: source[i] &>> 24) }
  }

  /// Alpha scaled from 0...255 to 0...1023, rounded.
  @inline(__always)
  static func deepAlpha(_ source: Source, into target: UnsafeMutablePointer<UInt16>, count: Int) {
    for i in 0..<count {
      let a = source[i] &>> 24
      target[i] = UInt16(truncatingIfNeeded: (a &* 1023 &+ 127) / 255)
    }
  }

  /// One byte of each pixel: 0 red, 1 green, 2 blue.
  @inline(__always)
  static func component(
    _ index: UInt32, _ source: Source, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: source[i] &>> (8 &* index)) }
  }

  /// Red and blue exchanged.
  @inline(__always)
  static func swapped(_ source: Source, into target: UnsafeMutablePointer<UInt32>, count: Int) {
    for i in 0..<count {
      let p = source[i]
      target[i] = p & 0xff00_ff00 | (p & 0xff) &<< 16 | p &>> 16 & 0xff
    }
  }

  /// Whether every alpha is 255.
  @inline(__always)
  static func isOpaque(_ source: Source, count: Int) -> Bool {
    var all: UInt32 = .max
    for i in 0..<count { all &= source[i] }
    return all &>> 24 == 0xff
  }

  @inline(__always)
  static func luma(_ p: UInt32, _ c: YUVCoefficients, shift: Int32) -> Int32 {
    let r = Int32(truncatingIfNeeded: p & 0xff)
    let g = Int32(truncatingIfNeeded: p &>> 8 & 0xff)
    let b = Int32(truncatingIfNeeded: p &>> 16 & 0xff)
    let bias: Int32 = Int32(c.black) &<< 15 &+ 1 &<< (shift &- 1)
    return (r &* c.yr &+ g &* c.yg &+ b &* c.yb &+ bias) &>> shift
  }

  /// Cb. A colour is subtracted by adding its complement, see ``YUVCoefficients``.
  @inline(__always)
  static func blueness(_ p: UInt32, _ c: YUVCoefficients, shift: Int32) -> Int32 {
    let r = Int32(truncatingIfNeeded: p & 0xff)
    let g = Int32(truncatingIfNeeded: p &>> 8 & 0xff)
    let b = Int32(truncatingIfNeeded: p &>> 16 & 0xff)
    let rounding: Int32 = shift == 0 ? 0 : 1 &<< (shift &- 1)
    let bias = 128 &<< 15 &+ rounding &- 255 &* c.main
    return (b &* c.main &+ (r ^ 255) &* c.ur &+ (g ^ 255) &* c.ug &+ bias) &>> shift
  }

  /// Cb in 8 bits, with ``YUVCoefficients/blueHeadroom``.
  @inline(__always)
  static func bluenessWithHeadroom(_ p: UInt32, _ c: YUVCoefficients) -> Int32 {
    let sum = blueness(p, c, shift: 0) &+ 1 &<< 14
    let gray: Int32 = 128 &<< 15 &+ 1 &<< 14
    let b = p &>> 16 & 0xff
    let factor = b == 0 || b == 255 ? c.blueHeadroom : 0
    return (sum &+ (sum &- gray) &>> 11 &* factor) &>> 15
  }

  /// Cr.
  @inline(__always)
  static func redness(_ p: UInt32, _ c: YUVCoefficients, shift: Int32) -> Int32 {
    let r = Int32(truncatingIfNeeded: p & 0xff)
    let g = Int32(truncatingIfNeeded: p &>> 8 & 0xff)
    let b = Int32(truncatingIfNeeded: p &>> 16 & 0xff)
    let bias: Int32 = 128 &<< 15 &+ 1 &<< (shift &- 1) &- 255 &* c.main
    return (r &* c.main &+ (g ^ 255) &* c.vg &+ (b ^ 255) &* c.vb &+ bias) &>> shift
  }
}
