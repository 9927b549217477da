internal import TextFormats

extension MediaConstraint {
  /// An exact number: a fraction of two integers.
  public struct Quantity: Sendable, Hashable {
    /// In lowest terms.
    public let numerator: Int64
    /// At least 1.
    public let denominator: Int64

    /// `numerator / denominator` in lowest terms.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
      precondition(denominator > 0, "a denominator is positive")
      var (a, b) = (numerator.magnitude, denominator.magnitude)
      while b != 0 { (a, b) = (b, a % b) }
      let divisor = Int64(max(1, a))
      self.numerator = numerator / divisor
      self.denominator = denominator / divisor
    }

    /// The number from a file; nil if it does not fit.
    init?(_ decimal: ExactDecimal) {
      if let whole = decimal.integer {
        self.init(whole)
      } else if decimal.exponent < 0, decimal.exponent >= -18 {
        self.init(decimal.significand, ExactDecimal.powersOfTen[-decimal.exponent])
      } else {
        return nil
      }
    }
  }
}

extension MediaConstraint.Quantity: Comparable {
  /// Whether one is smaller than the other, exactly.
  public static func < (a: MediaConstraint.Quantity, b: MediaConstraint.Quantity) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }
}

extension MediaConstraint.Quantity: CustomStringConvertible {
  /// Whole numbers as they are, others with up to three decimals.
  public var description: String {
    if denominator == 1 { return String(numerator) }
    let thousandths =
      (Int128(numerator) * 2000 + Int128(denominator)) / (2 * Int128(denominator))
    let digits = String(thousandths % 1000 + 1000).dropFirst()
    let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
    return fraction.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(fraction)"
  }
}
