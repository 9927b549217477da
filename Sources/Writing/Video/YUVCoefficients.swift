/// A matrix from RGB to YCbCr, mostly of limited range, in integers with 15 binary places.
///
/// The numbers are literals in inlined properties and fit 16 bits on purpose: only then does the
/// compiler use multiply-and-add instructions for eight samples. A test checks them against the
/// formula of ITU-T H.273, 8.3.4.
///
/// Each set sums up exactly: grey has no chroma and white is 235, or 255, despite rounding.
struct YUVCoefficients: Sendable {
  /// Binary places of the coefficients.
  static var places: Int32 { 15 }

  /// Cb is `blue x main - red x ur - green x ug`, Cr is `red x main - green x vg - blue x vb`. No
  /// factor is negative, because the compiler would widen it beyond 16 bits; a colour is subtracted
  /// by adding its complement.
  var yr, yg, yb: Int32
  var main: Int32
  var ur, ug: Int32
  var vg, vb: Int32
  /// How much farther from grey Cb becomes for colours whose blue is at an end of its range, in
  /// parts of 2048.
  ///
  /// In BT.709, blue is 2.112 times Cb. Browsers that convert on the processor store the factor in
  /// 8 bits and truncate it to 2: pure blue becomes 243, and yellow gets a blue of 12 (Chromium
  /// 156, Firefox 153). A Cb that is 5.6 % larger compensates for it. Decoders with the whole
  /// factor only exceed the end of the range, where they clamp; their green changes by at most 1.4.
  /// BT.601 has a factor of 2.017 and needs no compensation.
  var blueHeadroom: Int32
  /// The luma of black.
  var black: UInt8 = 16

  /// Kr = 0.2126, Kb = 0.0722.
  @inline(__always) static var bt709: YUVCoefficients {
    YUVCoefficients(
      yr: 5983, yg: 20127, yb: 2032,
      main: 14392, ur: 3298, ug: 11094, vg: 13072, vb: 1320, blueHeadroom: 115)
  }

  /// Kr = 0.299, Kb = 0.114.
  @inline(__always) static var bt601: YUVCoefficients {
    YUVCoefficients(
      yr: 8414, yg: 16520, yb: 3208,
      main: 14392, ur: 4857, ug: 9535, vg: 12051, vb: 2341, blueHeadroom: 0)
  }

  /// BT.709 in full range, 0...255. The largest chroma would be 255.5: subtracting half of the last
  /// place keeps it within a byte.
  @inline(__always) static var fullBT709: YUVCoefficients {
    YUVCoefficients(
      yr: 6966, yg: 23436, yb: 2366,
      main: 16383, ur: 3754, ug: 12629, vg: 14881, vb: 1502, blueHeadroom: 0, black: 0)
  }
}
