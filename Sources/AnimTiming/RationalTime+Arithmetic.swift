/// Exact sums and products; each throws ``TimingError/outOfRange`` when the result does not fit.
extension RationalTime {
  /// The exact sum.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public static func + (a: RationalTime, b: RationalTime) throws(TimingError) -> RationalTime {
    RationalTime(try a.fraction + b.fraction)
  }

  /// The exact difference.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public static func - (a: RationalTime, b: RationalTime) throws(TimingError) -> RationalTime {
    RationalTime(try a.fraction - b.fraction)
  }

  /// The exact product.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public static func * (time: RationalTime, factor: Int64) throws(TimingError) -> RationalTime {
    RationalTime(try time.fraction * Fraction(factor))
  }

  /// The time that frames of `time` take at `speed`: twice the speed is half the time.
  public static func / (
    time: RationalTime, speed: SpeedFactor
  ) throws(TimingError) -> RationalTime {
    try time.multiplied(by: speed.denominator, over: speed.numerator)
  }

  /// `self * numerator / denominator`; `denominator` must be above 0.
  ///
  /// - Throws: ``TimingError/outOfRange``.
  public func multiplied(
    by numerator: Int64, over denominator: Int64
  ) throws(TimingError) -> RationalTime {
    RationalTime(try fraction * Fraction(Int128(numerator), over: Int128(denominator)))
  }
}
