extension ExactDecimal {
  /// A quotient rounded to this many decimals, halves away from zero; nil if it does not fit.
  ///
  /// - Parameters:
  ///   - divisor: above 0.
  ///   - places: from 0 to 18.
  package init?(_ dividend: Int128, over divisor: Int128, places: Int) {
    let (scaled, overflow) = dividend.multipliedReportingOverflow(
      by: Int128(Self.powersOfTen[places]))
    guard !overflow else { return nil }
    let (quotient, rest) = scaled.quotientAndRemainder(dividingBy: divisor)
    let isFar = rest.magnitude >= divisor.magnitude - rest.magnitude
    let rounded = quotient + (isFar ? (dividend < 0 ? -1 : 1) : 0)
    guard rounded.magnitude < 1_000_000_000_000_000_000 else { return nil }
    self.init(Int64(rounded), exponent: -places)
  }

  /// Pixels divided by a scale, to a millionth. A scale so small or large that the quotient cannot
  /// be written counts as 1.
  package init(_ pixels: Int, over scale: ExactDecimal) {
    let powers = Self.powersOfTen
    let quotient: ExactDecimal?
    if scale.significand <= 0 || abs(scale.exponent) > 9 {
      quotient = nil
    } else if scale.exponent < 0 {
      quotient = ExactDecimal(
        Int128(pixels) * Int128(powers[-scale.exponent]), over: Int128(scale.significand),
        places: 6)
    } else {
      quotient = ExactDecimal(
        Int128(pixels), over: Int128(scale.significand) * Int128(powers[scale.exponent]),
        places: 6)
    }
    self = quotient ?? ExactDecimal(Int64(pixels))
  }

  /// `whole - self`; nil when it does not fit.
  package func subtracted(from whole: Int64) -> ExactDecimal? {
    guard exponent <= 0, exponent >= -9, significand.magnitude < 1_000_000_000_000_000 else {
      return nil
    }
    let (scaled, overflow) = whole.multipliedReportingOverflow(by: Self.powersOfTen[-exponent])
    guard !overflow, scaled.magnitude < 1_000_000_000_000_000 else { return nil }
    return ExactDecimal(scaled - significand, exponent: exponent)
  }
}
