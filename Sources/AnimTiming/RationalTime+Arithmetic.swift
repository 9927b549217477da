/// Exact sums and products that trap on overflow, as those of `Int` and `Duration` do.
///
/// A result overflows if its reduced fraction needs more than 64 bits. The durations of one
/// ``AnimationTimeline`` can always be added, because their sum is at most its total, which fits.
/// For other times from files and from users, which may have any denominator, use ``adding(_:)``,
/// ``subtracting(_:)`` and ``multiplied(by:)``.
extension RationalTime: AdditiveArithmetic {
  /// The exact sum; traps on overflow.
  public static func + (a: RationalTime, b: RationalTime) -> RationalTime {
    guard let sum = try? a.adding(b) else { preconditionFailure("the sum of times overflows") }
    return sum
  }

  /// The exact difference; traps on overflow.
  public static func - (a: RationalTime, b: RationalTime) -> RationalTime {
    guard let difference = try? a.subtracting(b) else {
      preconditionFailure("the difference of times overflows")
    }
    return difference
  }

  /// The exact product; traps on overflow.
  public static func * (time: RationalTime, factor: Int64) -> RationalTime {
    guard let product = try? time.multiplied(by: factor) else {
      preconditionFailure("the product of a time overflows")
    }
    return product
  }
}

/// Exact sums and products; each throws ``TimingError/outOfRange`` when the result does not fit.
extension RationalTime {
  /// The exact sum.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public func adding(_ other: RationalTime) throws(TimingError) -> RationalTime {
    RationalTime(try fraction + other.fraction)
  }

  /// The exact difference.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public func subtracting(_ other: RationalTime) throws(TimingError) -> RationalTime {
    RationalTime(try fraction - other.fraction)
  }

  /// The exact product.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public func multiplied(by factor: Int64) throws(TimingError) -> RationalTime {
    RationalTime(try fraction * Fraction(factor))
  }

  /// `self * numerator / denominator`; `denominator` must be above 0.
  ///
  /// - Throws: ``TimingError/outOfRange``.
  public func multiplied(
    by numerator: Int64, over denominator: Int64
  ) throws(TimingError) -> RationalTime {
    RationalTime(try fraction * Fraction(Int128(numerator), over: Int128(denominator)))
  }

  /// How long this time takes at `speed`: twice the speed is half the time.
  ///
  /// - Throws: ``TimingError/outOfRange`` when it needs more than 64 bits.
  public func divided(by speed: TimingEdits.Speed) throws(TimingError) -> RationalTime {
    try multiplied(by: speed.denominator, over: speed.numerator)
  }
}
