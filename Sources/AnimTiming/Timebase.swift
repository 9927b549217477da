/// The unit in which a time is an integer: one tick lasts `numerator / denominator` seconds.
///
/// Always reduced and positive, so two equal units are equal values.
public struct Timebase: Hashable, Sendable {
  /// Seconds per tick, over ``denominator``; at least 1.
  public let numerator: Int64
  /// Ticks per ``numerator`` seconds; at least 1.
  public let denominator: Int64

  /// One tick is `numerator / denominator` seconds; both must be positive.
  public init(_ numerator: Int64, _ denominator: Int64) {
    precondition(numerator > 0 && denominator > 0, "a time base is a positive fraction")
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// One tick is `tick`, which must be above zero.
  public init(tick: RationalTime) {
    self.init(tick.numerator, tick.denominator)
  }

  /// 1/100 s, the unit of GIF.
  public static let centiseconds = Timebase(1, 100)
  /// 1/1000 s, the unit of WebP, Matroska and browsers.
  public static let milliseconds = Timebase(1, 1000)

  /// How long one tick lasts.
  public var tick: RationalTime { RationalTime(numerator, denominator) }

  /// The coarsest unit in which every time of both units is a whole number of ticks.
  ///
  /// 1/100 s and 1/60 s meet in 1/300 s.
  ///
  /// - Throws: ``TimingError/noCommonTimebase(_:_:)`` when it does not fit 64 bits.
  public func common(with other: Timebase) throws(TimingError) -> Timebase {
    if self == other { return self }
    // For reduced fractions: gcd(a/b, c/d) = gcd(a, c) / lcm(b, d).
    let shared = greatestCommonDivisor(denominator, other.denominator)
    let (denominators, overflow) =
      denominator.multipliedReportingOverflow(by: other.denominator / shared)
    if overflow { throw .noCommonTimebase(self, other) }
    return Timebase(greatestCommonDivisor(numerator, other.numerator), denominators)
  }

  /// The number of ticks of `other` in one tick of this unit.
  ///
  /// - Throws: ``TimingError/noCommonTimebase(_:_:)`` when it does not fit 64 bits.
  func ratio(to other: Timebase) throws(TimingError) -> Fraction {
    guard
      let ratio = try? Fraction(
        Int128(numerator) * Int128(other.denominator),
        over: Int128(denominator) * Int128(other.numerator))
    else { throw .noCommonTimebase(self, other) }
    return ratio
  }
}

extension Timebase: CustomStringConvertible {
  /// `1/100 s`: a unit is always shown as a fraction.
  public var description: String {
    denominator == 1 ? "\(numerator) s" : "\(numerator)/\(denominator) s"
  }
}

/// The greatest common divisor of two non-negative integers; 0 only when both are 0.
package func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
