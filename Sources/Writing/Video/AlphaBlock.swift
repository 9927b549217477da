/// Two by two pixels, some of them transparent, for conversion to 4:2:0 with alpha.
///
/// Pixels with alpha 0 have no colour (their bytes are 0, black). Averaging them into the chroma
/// that they share with visible neighbours would darken every edge, so each pixel is weighted by
/// its alpha. Their luma becomes that of the same mean, so the encoder sees no edge inside the
/// block and rings less into the visible pixels. A block without visible pixels is black, which
/// costs no bits.
struct AlphaBlock {
  /// Luma for pixels with alpha 0.
  var hiddenLuma: UInt8
  var u: UInt8
  var v: UInt8

  init(_ p0: UInt32, _ p1: UInt32, _ p2: UInt32, _ p3: UInt32, _ c: YUVCoefficients) {
    var (r, g, b, weight): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    func add(_ p: UInt32) {
      let a = p &>> 24
      r &+= a &* (p & 0xff)
      g &+= a &* (p &>> 8 & 0xff)
      b &+= a &* (p &>> 16 & 0xff)
      weight &+= a
    }
    add(p0)
    add(p1)
    add(p2)
    add(p3)
    guard weight > 0 else {
      (hiddenLuma, u, v) = (c.black, 128, 128)
      return
    }
    // Four more binary places than a byte, so that the mean is rounded only once in effect.
    func mean(_ sum: UInt32) -> Int64 { Int64((sum &* 16 &+ weight / 2) / weight) }
    let (mr, mg, mb) = (mean(r), mean(g), mean(b))
    func sample(
      _ cr: Int32, _ cg: Int32, _ cb: Int32, offset: Int64, headroom: Int32 = 0
    ) -> UInt8 {
      var sum = mr &* Int64(cr) &+ mg &* Int64(cg) &+ mb &* Int64(cb)
      if mb == 0 || mb == 255 &* 16 { sum &+= sum &* Int64(headroom) / 2048 }
      return UInt8(truncatingIfNeeded: (sum &+ (offset &<< 19) &+ (1 &<< 18)) &>> 19)
    }
    hiddenLuma = sample(c.yr, c.yg, c.yb, offset: Int64(c.black))
    u = sample(-c.ur, -c.ug, c.main, offset: 128, headroom: c.blueHeadroom)
    v = sample(c.main, -c.vg, -c.vb, offset: 128)
  }
}
