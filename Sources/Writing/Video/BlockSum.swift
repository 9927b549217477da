/// The sums of the components of 2 x 2 pixels, without alpha.
struct BlockSum {
  /// 0...1020.
  var r, g, b: Int32

  @inline(__always)
  init(_ p0: UInt32, _ p1: UInt32, _ p2: UInt32, _ p3: UInt32) {
    // Red and blue in one word.
    let mask: UInt32 = 0x00ff_00ff
    let rb = (p0 & mask) &+ (p1 & mask) &+ (p2 & mask) &+ (p3 & mask)
    let gg = (p0 &>> 8 & 0xff) &+ (p1 &>> 8 & 0xff) &+ (p2 &>> 8 & 0xff) &+ (p3 &>> 8 & 0xff)
    r = Int32(truncatingIfNeeded: rb & 0x3ff)
    g = Int32(truncatingIfNeeded: gg)
    b = Int32(truncatingIfNeeded: rb &>> 16)
  }

  /// The constant that results from subtracting a colour by adding its complement to 1023; 17
  /// places because the components are sums of four.
  @inline(__always)
  static func bias(_ c: YUVCoefficients) -> Int32 {
    128 &<< 17 &+ 1 &<< 16 &- 1023 &* c.main
  }

  /// Cb of the mean colour.
  @inline(__always)
  func blueness(_ c: YUVCoefficients) -> Int32 {
    var sum = b &* c.main &+ (r ^ 1023) &* c.ur &+ (g ^ 1023) &* c.ug &+ Self.bias(c)
    if b == 0 || b == 1020 { sum &+= (sum &- Self.gray) &>> 11 &* c.blueHeadroom }
    return sum &>> 17
  }

  /// The sum of a block without colour.
  @inline(__always)
  static var gray: Int32 { 128 &<< 17 &+ 1 &<< 16 }

  /// Cr of the mean colour.
  @inline(__always)
  func redness(_ c: YUVCoefficients) -> Int32 {
    (r &* c.main &+ (g ^ 1023) &* c.vg &+ (b ^ 1023) &* c.vb &+ Self.bias(c)) &>> 17
  }
}

/// ``BlockSum`` for four adjacent blocks.
struct FourBlockSums {
  var r, g, b: SIMD4<Int32>

  /// Two rows of eight pixels.
  @inline(__always)
  init(_ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>) {
    let mask = SIMD8<UInt32>(repeating: 0x00ff_00ff)
    let redBlue = (upper & mask) &+ (lower & mask)
    let green = (upper &>> 8 & mask) &+ (lower &>> 8 & mask)
    let rb = redBlue.evenHalf &+ redBlue.oddHalf
    let gg = green.evenHalf &+ green.oddHalf
    // The masks tell the compiler that 16-bit factors suffice.
    let ten = SIMD4<UInt32>(repeating: 0x3ff)
    r = SIMD4<Int32>(truncatingIfNeeded: rb & ten)
    g = SIMD4<Int32>(truncatingIfNeeded: gg & ten)
    b = SIMD4<Int32>(truncatingIfNeeded: rb &>> 16 & ten)
  }

  @inline(__always)
  func blueness(_ c: YUVCoefficients) -> SIMD4<UInt8> {
    let (r, g) = (self.r ^ 1023, self.g ^ 1023)
    var sum = b &* c.main &+ r &* c.ur &+ g &* c.ug &+ BlockSum.bias(c)
    let isAtEnd = (b .== 0) .| (b .== 1020)
    sum.replace(
      with: sum &+ (sum &- BlockSum.gray) &>> 11 &* c.blueHeadroom, where: isAtEnd)
    return SIMD4<UInt8>(truncatingIfNeeded: sum &>> 17)
  }

  @inline(__always)
  func redness(_ c: YUVCoefficients) -> SIMD4<UInt8> {
    let (g, b) = (self.g ^ 1023, self.b ^ 1023)
    let sum = r &* c.main &+ g &* c.vg &+ b &* c.vb &+ BlockSum.bias(c)
    return SIMD4<UInt8>(truncatingIfNeeded: sum &>> 17)
  }
}
