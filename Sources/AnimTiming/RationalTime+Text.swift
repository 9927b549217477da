extension RationalTime: LosslessStringConvertible {
  /// Reads a time in the notation of users; nil for anything else, and for a time that does not fit
  /// 64 bits.
  ///
  /// | text | time |
  /// |---|---|
  /// | `1.5`, `1.5s`, `1.5 s`, `3/2` | 1.5 seconds |
  /// | `40ms`, `4cs`, `40000us` | 40 milliseconds |
  /// | `1:02.5`, `00:01:02.5` | 62.5 seconds; fields after the first are below 60 |
  /// | `1m30s`, `1h2m3.5s`, `2m` | 90, 3723.5 and 120 seconds; numbers after the first are below 60 |
  ///
  /// Also reads a leading `-`, except before a clock time. The inverse of ``description``.
  public init?(_ text: String) {
    if text.contains(":") {
      self.init(clock: text)
      return
    }
    let isNegative = text.hasPrefix("-")
    var digits = isNegative ? text.dropFirst() : text[...]
    var unitsPerSecond: Int64 = 1
    let units: [(String, Int64)] = [("ms", 1000), ("cs", 100), ("us", 1_000_000), ("s", 1)]
    for (unit, perSecond) in units where digits.hasSuffix(unit) {
      digits = digits.dropLast(unit.count)
      while digits.last == " " { digits.removeLast() }
      unitsPerSecond = perSecond
      break
    }
    if let time = RationalTime(hours: text) {
      self = time
      return
    }
    // A time that does not fit is rejected, here and below.
    guard let value = Fraction(parsing: digits, isNegative: isNegative),
      let time = try? RationalTime(value).multiplied(by: 1, over: unitsPerSecond)
    else { return nil }
    self = time
  }

  /// Reads a time that cannot be confused with a frame number: it has a unit or a colon.
  package init?(withUnit text: String) {
    guard text.contains(":") || text.last.map({ "smh".contains($0) }) == true else { return nil }
    self.init(text)
  }

  /// Hours, minutes and seconds, marked by letters.
  private init?(hours text: String) {
    var clock: [Substring] = []
    var rest = text[...]
    for unit in ["h", "m"] {
      guard let place = rest.firstIndex(of: Character(unit)) else {
        if !clock.isEmpty { clock.append("0") }
        continue
      }
      if rest[place...].hasPrefix("ms") { return nil }
      clock.append(rest[..<place])
      rest = rest[rest.index(after: place)...]
    }
    if clock.isEmpty { return nil }
    if rest.isEmpty { rest = "0s" }
    guard rest.hasSuffix("s") else { return nil }
    self.init(clock: clock.joined(separator: ":") + ":" + rest.dropLast())
  }

  private init?(clock text: String) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), !text.contains("/") else { return nil }
    var time = RationalTime.zero
    for (position, field) in fields.enumerated() {
      guard let value = Fraction(parsing: field),
        position == fields.count - 1 || (value.denominator == 1 && !field.contains(".")),
        position == 0 || value < Fraction(60),
        let sum = try? time.multiplied(by: 60).adding(RationalTime(value))
      else { return nil }
      time = sum
    }
    self = time
  }

  /// Seconds, exact and short: `4.6 s`, `1/15 s`.
  public var description: String { "\(fraction.text) s" }

  /// Seconds as a decimal number, rounded to nine places: `0.066666667`.
  package func formattedAsNumber() -> String {
    let text = fraction.decimalText(places: 9)
    // The time is less than half of the last place.
    return text.contains("/") ? "0" : text
  }
}
