package import AnimTiming
package import TextFormats

/// The unit of a number without a unit.
enum DurationUnit {
  case seconds, milliseconds

  /// The power of ten that turns it into seconds.
  var exponent: Int { self == .seconds ? 0 : -3 }
}

extension Delay {
  /// The longest delay in text, in seconds: 68 years, so that every delay fits into nanoseconds.
  static let maxTextSeconds: Int64 = 2_147_483_647

  /// A delay from a decimal number; nil if it is negative or longer than ``maxTextSeconds``.
  ///
  /// Whole milliseconds are stored as such, other values in the power of ten that represents them
  /// exactly, down to nanoseconds; finer values are rounded to nanoseconds.
  static func decimal(_ value: ExactDecimal, in unit: DurationUnit) -> Delay? {
    let exponent = value.exponent + unit.exponent
    guard !value.isNegative else { return nil }
    if exponent >= -3 {
      guard let ticks = value.shifted(by: exponent + 3), ticks <= maxTextSeconds * 1000 else {
        return nil
      }
      return .milliseconds(ticks)
    }
    var ticks = value.significand
    var places = -exponent
    if places > 9 {
      let drop = places - 9
      if drop > 18 {
        ticks = 0
      } else {
        let divisor = ExactDecimal.powersOfTen[drop]
        ticks = ticks / divisor + (ticks % divisor >= (divisor + 1) / 2 ? 1 : 0)
      }
      places = 9
    }
    let perSecond = ExactDecimal.powersOfTen[places]
    guard ticks / perSecond < maxTextSeconds else { return nil }
    return .declared(ticks: ticks, timebase: Timebase(1, perSecond))
  }

  /// A delay of `numerator / denominator` seconds, reduced; nil when a side is negative, the
  /// denominator is 0 or the value is longer than ``maxTextSeconds``.
  package static func seconds(_ numerator: Int64, over denominator: Int64) -> Delay? {
    guard numerator >= 0, denominator > 0, numerator / denominator <= maxTextSeconds else {
      return nil
    }
    let divisor = greatestCommonDivisor(numerator, denominator)
    return .declared(
      ticks: numerator / divisor, timebase: Timebase(1, denominator / divisor))
  }

  /// `duration / speed` seconds as an exact fraction; nil if the result is not a valid time.
  package static func seconds(_ duration: ExactDecimal, over speed: ExactDecimal) -> Delay? {
    guard !duration.isNegative, speed.significand > 0 else { return nil }
    let exponent = duration.exponent - speed.exponent
    let divisor = greatestCommonDivisor(duration.significand, speed.significand)
    let part = ExactDecimal(duration.significand / divisor)
    let whole = ExactDecimal(speed.significand / divisor)
    guard
      let numerator = part.shifted(by: part.exponent + max(0, exponent)),
      let denominator = whole.shifted(by: whole.exponent + max(0, -exponent))
    else { return nil }
    return .seconds(numerator, over: denominator)
  }

  /// Digits alone, up to the largest number of 64 bits; ``ExactDecimal`` keeps 18 digits.
  private static func wholeNumber(_ text: some StringProtocol) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  /// A delay in the notation of users: `70`, `70ms`, `0.07s`, `7cs`, `70000us`, `7/100` (of a
  /// second).
  ///
  /// - Parameters:
  ///   - plainUnit: the unit of a number without one.
  /// - Returns: nil when the text is anything else or out of range.
  static func text(_ text: some StringProtocol, plainUnit: DurationUnit) -> Delay? {
    if let slash = text.firstIndex(of: "/") {
      var end = text.endIndex
      if text.last == "s" { end = text.index(before: end) }
      guard slash < end,
        let numerator = wholeNumber(text[..<slash]),
        let denominator = wholeNumber(text[text.index(after: slash)..<end])
      else { return nil }
      return seconds(numerator, over: denominator)
    }
    let units: [(suffix: String, exponent: Int)] = [("ms", -3), ("cs", -2), ("us", -6), ("s", 0)]
    for (suffix, exponent) in units where text.hasSuffix(suffix) {
      guard let value = ExactDecimal(text.dropLast(suffix.count)) else { return nil }
      return decimal(
        ExactDecimal(value.significand, exponent: value.exponent + exponent), in: .seconds)
    }
    return ExactDecimal(text).flatMap { decimal($0, in: plainUnit) }
  }
}
