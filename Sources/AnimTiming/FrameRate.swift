/// A constant rate in frames per second, exact: 30000/1001 is not 29.97.
public struct FrameRate: Hashable, Sendable {
  let fraction: Fraction

  /// Frames per ``denominator`` seconds; at least 1.
  public var numerator: Int64 { fraction.numerator }
  /// At least 1, with no common divisor with ``numerator``.
  public var denominator: Int64 { fraction.denominator }

  /// `numerator / denominator` frames per second; both must be above 0.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    precondition(numerator > 0 && denominator > 0, "a frame rate is a positive fraction")
    // The reduced integers fit 64 bits.
    fraction = try! Fraction(Int128(numerator), over: Int128(denominator))
  }

  /// One frame every tick of `timebase`.
  public init(timebase: Timebase) {
    self.init(timebase.denominator, timebase.numerator)
  }

  /// Reads `25`, `12.5`, `30000/1001` or `25fps`; nil for anything else and for zero.
  ///
  /// Decimals are exact: `29.97` is 2997/100. The inverse of ``description``.
  public init?(_ text: String) {
    var digits = text[...]
    if digits.hasSuffix("fps") { digits = digits.dropLast(3) }
    while digits.last == " " { digits.removeLast() }
    guard let fraction = Fraction(parsing: digits), fraction.numerator > 0 else { return nil }
    self.fraction = fraction
  }

  /// The unit in which every frame lasts one tick.
  public var timebase: Timebase { Timebase(denominator, numerator) }
  /// How long one frame lasts.
  public var frameDuration: RationalTime { timebase.tick }
  /// The nearest whole number of frames per second, for encoders that require an integer; at least
  /// 1.
  public var nearestInteger: Int64 {
    max(1, Int64(clamping: roundedQuotient(Int128(numerator), Int128(denominator))))
  }
}

extension FrameRate: Comparable {
  /// Whether the left rate is lower than the right one.
  public static func < (a: FrameRate, b: FrameRate) -> Bool { a.fraction < b.fraction }
}

extension FrameRate: LosslessStringConvertible {
  /// Exact and short, without a unit: `25`, `12.5`, `50/7`.
  public var description: String { fraction.text }
}
