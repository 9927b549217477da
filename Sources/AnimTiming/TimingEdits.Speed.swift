extension TimingEdits {
  /// The speed of playback, relative to the original: 2 halves every duration, exactly.
  public struct Speed: Hashable, Sendable {
    let fraction: Fraction

    /// At least 1.
    public var numerator: Int64 { fraction.numerator }
    /// At least 1, with no common divisor with ``numerator``.
    public var denominator: Int64 { fraction.denominator }

    /// `numerator / denominator` times as fast; both must be above 0.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
      precondition(numerator > 0 && denominator > 0, "a speed is a positive fraction")
      // The reduced integers fit 64 bits.
      fraction = try! Fraction(Int128(numerator), over: Int128(denominator))
    }

    /// Reads `2`, `0.5`, `2/3`, `2x` or `150%`; nil for anything else and for zero. The
    /// inverse of ``description``.
    public init?(_ text: String) {
      var digits = text[...]
      var divisor: Int128 = 1
      if digits.hasSuffix("x") {
        digits.removeLast()
      } else if digits.hasSuffix("%") {
        digits.removeLast()
        divisor = 100
      }
      // A factor that does not fit is rejected.
      guard let value = Fraction(parsing: digits), value.numerator > 0,
        let fraction = try? Fraction(
          Int128(value.numerator), over: Int128(value.denominator) * divisor)
      else { return nil }
      self.fraction = fraction
    }

    /// As written.
    public static let normal = TimingEdits.Speed(1)
  }
}

extension TimingEdits.Speed: LosslessStringConvertible {
  /// Exact and short: `2`, `0.5`, `2/3`; read by ``init(_:)``.
  public var description: String { fraction.text }
}
