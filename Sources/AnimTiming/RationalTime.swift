/// An exact time in seconds: a reduced fraction of two 64-bit integers.
///
/// ```swift
/// let slot = RationalTime(1, 60)
/// let total = slot * 90              // 1.5 s
/// total.seconds                      // 1.5
/// total.formatted()                  // "1.5 s"
/// ```
///
/// Use it for single values such as a total, a tolerance or an option. A whole animation is a
/// ``AnimationTimeline``, which stores integers of one ``Timebase``. Arithmetic never rounds. A
/// result that does not fit traps with `+`, `-` and `*`, and throws with ``adding(_:)``,
/// ``subtracting(_:)`` and ``multiplied(by:)``.
public struct RationalTime: Hashable, Sendable {
  let fraction: Fraction

  /// Seconds, over ``denominator``.
  public var numerator: Int64 { fraction.numerator }
  /// At least 1, with no common divisor with ``numerator``.
  public var denominator: Int64 { fraction.denominator }

  /// Exactly `numerator / denominator` seconds; `denominator` must be above 0.
  public init(_ numerator: Int64, _ denominator: Int64) {
    precondition(denominator > 0, "a denominator is positive")
    // The reduced integers fit 64 bits.
    fraction = try! Fraction(Int128(numerator), over: Int128(denominator))
  }

  /// `ticks` of `timebase`.
  ///
  /// - Throws: ``TimingError/outOfRange``.
  public init(ticks: Int64, timebase: Timebase) throws(TimingError) {
    fraction = try Fraction(
      Int128(ticks) * Int128(timebase.numerator), over: Int128(timebase.denominator))
  }

  init(_ fraction: Fraction) { self.fraction = fraction }

  /// A whole number of seconds.
  public static func seconds(_ value: Int64) -> RationalTime { RationalTime(value, 1) }
  /// A whole number of milliseconds.
  public static func milliseconds(_ value: Int64) -> RationalTime { RationalTime(value, 1000) }
  /// No time at all.
  public static let zero = RationalTime(0, 1)

  /// This time as a number of ticks of `timebase`.
  ///
  /// - Throws: ``TimingError/inexact(_:_:)`` if `rounding` is `.exact` and this is not a whole
  ///   number of ticks, ``TimingError/outOfRange`` if it does not fit 64 bits.
  package func ticks(
    in timebase: Timebase, rounding: TimeRounding
  ) throws(TimingError) -> Int64 {
    let dividend = Int128(numerator) * Int128(timebase.denominator)
    let divisor = Int128(denominator) * Int128(timebase.numerator)
    guard let quotient = rounding.quotient(dividend, divisor) else {
      throw .inexact(self, timebase)
    }
    guard let ticks = Int64(exactly: quotient) else { throw .outOfRange }
    return ticks
  }
}

extension RationalTime: Comparable {
  /// Whether the left time is earlier, or shorter, than the right one; exact.
  public static func < (a: RationalTime, b: RationalTime) -> Bool { a.fraction < b.fraction }
}
