internal import CFFmpeg

/// A fraction in FFmpeg's form, for time bases and frame rates.
package struct Rational: Hashable, Sendable, CustomStringConvertible {
  package var numerator: Int32
  package var denominator: Int32

  package init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The fraction nearest to `numerator / denominator` with parts of at most `limit`. Wraps
  /// `av_reduce`.
  package init(nearest numerator: Int64, _ denominator: Int64, limit: Int32 = .max) {
    var (num, den): (Int32, Int32) = (0, 1)
    av_reduce(&num, &den, numerator, denominator, Int64(limit))
    self.init(num, den)
  }

  init(_ value: AVRational) { self.init(value.num, value.den) }

  var av: AVRational { AVRational(num: numerator, den: denominator) }

  package var description: String { "\(numerator)/\(denominator)" }
}
