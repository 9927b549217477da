/// Loops over one row (or two) of RGBA pixels. Each is so plain that the compiler makes vector code
/// of it; they are inlined where the matrix is known, see ``YUVCoefficients``.
///
/// A pixel is one little-endian 32-bit word: red in the lowest byte, alpha in the highest.
enum SampleRows {
  typealias Source = UnsafePointer<UInt32>

  /// One 8-bit luma sample a pixel.
  @inline(__always)
  static func luma(
    _ source: Source, into target: UnsafeMutablePointer<UInt8>, count: Int, _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      target[i] = UInt8(truncatingIfNeeded: luma(p, c, shift: 15))
    }
  }

  /// One 10-bit luma sample a pixel.
  @inline(__always)
  static func deepLuma(
    _ source: Source, into target: UnsafeMutablePointer<UInt16>, count: Int, _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      target[i] = UInt16(truncatingIfNeeded: luma(p, c, shift: 13))
    }
  }

  /// One pair of 8-bit chroma samples a pixel.
  @inline(__always)
  static func chroma(
    _ source: Source, u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>, count: Int,
    _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      u[i] = UInt8(truncatingIfNeeded: chroma(p, c.ur, c.ug, c.ub, shift: 15))
    }
    for i in 0..<count {
      let p = source[i]
      v[i] = UInt8(truncatingIfNeeded: chroma(p, c.vr, c.vg, c.vb, shift: 15))
    }
  }

  /// One pair of 10-bit chroma samples a pixel.
  @inline(__always)
  static func deepChroma(
    _ source: Source, u: UnsafeMutablePointer<UInt16>, v: UnsafeMutablePointer<UInt16>, count: Int,
    _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let p = source[i]
      u[i] = UInt16(truncatingIfNeeded: chroma(p, c.ur, c.ug, c.ub, shift: 13))
    }
    for i in 0..<count {
      let p = source[i]
      v[i] = UInt16(truncatingIfNeeded: chroma(p, c.vr, c.vg, c.vb, shift: 13))
    }
  }

  /// One pair of 8-bit chroma samples for each 2 x 2 pixels: that of their mean colour, rounded
  /// once. `count` counts blocks.
  @inline(__always)
  static func blockChroma(
    _ top: Source, _ bottom: Source, u: UnsafeMutablePointer<UInt8>,
    v: UnsafeMutablePointer<UInt8>, count: Int, _ c: YUVCoefficients
  ) {
    for i in 0..<count {
      let sum = BlockSum(top[2 &* i], top[2 &* i &+ 1], bottom[2 &* i], bottom[2 &* i &+ 1])
      u[i] = UInt8(truncatingIfNeeded: sum.chroma(c.ur, c.ug, c.ub))
      v[i] = UInt8(truncatingIfNeeded: sum.chroma(c.vr, c.vg, c.vb))
    }
  }

  /// The alpha bytes.
  @inline(__always)
  static func alpha(_ source: Source, into target: UnsafeMutablePointer<UInt8>, count: Int) {
    for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: source[i] &>> 24) }
  }

  /// Alpha stretched from 0...255 to 0...1023, rounded.
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
    let bias: Int32 = 16 &<< 15 &+ 1 &<< (shift &- 1)
    return (r &* c.yr &+ g &* c.yg &+ b &* c.yb &+ bias) &>> shift
  }

  @inline(__always)
  static func chroma(
    _ p: UInt32, _ cr: Int32, _ cg: Int32, _ cb: Int32, shift: Int32
  ) -> Int32 {
    let r = Int32(truncatingIfNeeded: p & 0xff)
    let g = Int32(truncatingIfNeeded: p &>> 8 & 0xff)
    let b = Int32(truncatingIfNeeded: p &>> 16 & 0xff)
    let bias: Int32 = 128 &<< 15 &+ 1 &<< (shift &- 1)
    return (r &* cr &+ g &* cg &+ b &* cb &+ bias) &>> shift
  }
}

/// The sums of four pixels' components; alpha is left out.
struct BlockSum {
  var r, g, b: Int32

  /// Adds red and blue, and green, side by side in one word each: no sum exceeds 1020.
  @inline(__always)
  init(_ p0: UInt32, _ p1: UInt32, _ p2: UInt32, _ p3: UInt32) {
    let mask: UInt32 = 0x00ff_00ff
    let rb = (p0 & mask) &+ (p1 & mask) &+ (p2 & mask) &+ (p3 & mask)
    let gPart = (p0 &>> 8 & 0xff) &+ (p1 &>> 8 & 0xff) &+ (p2 &>> 8 & 0xff) &+ (p3 &>> 8 & 0xff)
    r = Int32(truncatingIfNeeded: rb & 0xffff)
    g = Int32(truncatingIfNeeded: gPart)
    b = Int32(truncatingIfNeeded: rb &>> 16)
  }

  /// A chroma sample of the mean colour; 17 places because it is a sum of four.
  @inline(__always)
  func chroma(_ cr: Int32, _ cg: Int32, _ cb: Int32) -> Int32 {
    (r &* cr &+ g &* cg &+ b &* cb &+ (128 &<< 17 &+ 1 &<< 16)) &>> 17
  }
}
