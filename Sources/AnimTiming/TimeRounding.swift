/// The handling of a time that is not a whole number of ticks.
package enum TimeRounding: Hashable, Sendable {
  /// To the previous tick.
  case down
  /// To the next tick.
  case up
  /// To the nearest tick; a half is rounded to the later one.
  case nearest
  /// No rounding: refuse the time.
  case exact

  /// `dividend / divisor`, rounded in this way; nil only for `exact` with a remainder.
  ///
  /// - Parameters:
  ///   - divisor: above 0.
  func quotient(_ dividend: Int128, _ divisor: Int128) -> Int128? {
    var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + divisor) }
    switch self {
    case .down: return quotient
    case .up: return remainder == 0 ? quotient : quotient + 1
    // Compared in this form because twice the remainder may overflow.
    case .nearest: return remainder >= divisor - remainder ? quotient + 1 : quotient
    case .exact: return remainder == 0 ? quotient : nil
    }
  }
}

/// `dividend / divisor` to the nearest integer, halves up; `divisor` above 0.
func roundedQuotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
  TimeRounding.nearest.quotient(dividend, divisor)!
}
