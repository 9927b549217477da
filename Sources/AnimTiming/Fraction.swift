/// An exact fraction, always reduced, with a positive denominator.
///
/// The arithmetic that ``RationalTime``, ``FrameRate`` and ``TimingEdits/Speed`` share.
/// Intermediate results are 128 bits wide, so only a *result* that does not fit can fail.
struct Fraction: Hashable, Sendable {
  let numerator: Int64
  /// At least 1.
  let denominator: Int64

  /// The reduced fraction `numerator / denominator`.
  ///
  /// - Parameters:
  ///   - denominator: above 0.
  /// - Throws: ``TimingError/outOfRange`` when the reduced parts do not fit 64 bits.
  init(_ numerator: Int128, over denominator: Int128) throws(TimingError) {
    precondition(denominator > 0, "a denominator is positive")
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    guard let numerator = Int64(exactly: numerator / divisor),
      let denominator = Int64(exactly: denominator / divisor)
    else { throw .outOfRange }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The whole number `value`.
  init(_ value: Int64) {
    numerator = value
    denominator = 1
  }

  static func + (a: Fraction, b: Fraction) throws(TimingError) -> Fraction {
    try Fraction(
      Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  static func - (a: Fraction, b: Fraction) throws(TimingError) -> Fraction {
    try Fraction(
      Int128(a.numerator) * Int128(b.denominator) - Int128(b.numerator) * Int128(a.denominator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  static func * (a: Fraction, b: Fraction) throws(TimingError) -> Fraction {
    try Fraction(
      Int128(a.numerator) * Int128(b.numerator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }
}

extension Fraction: Comparable {
  static func < (a: Fraction, b: Fraction) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }
}

/// The greatest common divisor of two magnitudes; 0 only when both are 0.
func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 {
    // Division of 64-bit values is many times faster, and Euclid's algorithm soon reaches them.
    if let a = UInt64(exactly: a), let b = UInt64(exactly: b) {
      return UInt128(greatestCommonDivisor(a, b))
    }
    (a, b) = (b, a % b)
  }
  return a
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
