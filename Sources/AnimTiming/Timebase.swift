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

  /// 1/100 s, the unit of GIF.
  public static let centiseconds = Timebase(1, 100)
  /// 1/1000 s, the unit of WebP, Matroska and browsers.
  public static let milliseconds = Timebase(1, 1000)
}

/// The greatest common divisor of two non-negative integers; 0 only when both are 0.
public func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
