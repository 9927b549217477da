extension ExactDecimal {
  /// The nearest integer, halves away from zero; nil if it does not fit.
  package var rounded: Int64? {
    if exponent >= 0 { return shifted(by: exponent) }
    if exponent < -18 { return 0 }
    return ExactDecimal(
      Int128(significand), over: Int128(Self.powersOfTen[-exponent]), places: 0)?.integer
  }
}
