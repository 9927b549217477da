public import AnimTiming

extension RationalTime {
  /// This time in seconds, for display and for interfaces that take floating-point numbers.
  ///
  /// Sums of such numbers are not exact; add ``RationalTime`` values instead.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// This time as text with its unit: `4.6 s`; rounded to the microsecond if there is no short
  /// decimal, `0.066667 s`. `description` is always exact.
  public func formatted() -> String { inSeconds }
}
