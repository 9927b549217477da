extension RationalTime {
  /// This time in seconds, for display and for interfaces that take floating-point numbers.
  ///
  /// The nearest `Double` if ``numerator`` and ``denominator`` are at most 2^53; with larger ones,
  /// the relative error is less than 2^-51. Two different times can have the same number, and sums
  /// of such numbers are not exact. Compare and add ``RationalTime`` values instead.
  public var seconds: Double { Double(numerator) / Double(denominator) }
}
