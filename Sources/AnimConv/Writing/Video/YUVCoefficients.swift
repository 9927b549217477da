/// One matrix from RGB to limited-range YCbCr in whole numbers with 15 binary places.
///
/// The numbers are literals of inlined properties and fit 16 bits on purpose: only then does the
/// compiler turn the loops that use them into multiply-and-add instructions for eight samples. A
/// test checks them against the formula of ITU-T H.273, 8.3.4.
///
/// Each set adds up exactly: gray has no chroma and white is 235, whatever the rounding.
struct YUVCoefficients: Sendable {
  /// Binary places of the coefficients.
  static var places: Int32 { 15 }

  var yr, yg, yb: Int32
  var ur, ug, ub: Int32
  var vr, vg, vb: Int32

  /// Kr = 0.2126, Kb = 0.0722.
  @inline(__always) static var bt709: YUVCoefficients {
    YUVCoefficients(
      yr: 5983, yg: 20127, yb: 2032,
      ur: -3298, ug: -11094, ub: 14392,
      vr: 14392, vg: -13072, vb: -1320)
  }

  /// Kr = 0.299, Kb = 0.114.
  @inline(__always) static var bt601: YUVCoefficients {
    YUVCoefficients(
      yr: 8414, yg: 16520, yb: 3208,
      ur: -4857, ug: -9535, ub: 14392,
      vr: 14392, vg: -12051, vb: -2341)
  }
}
