extension VideoOptions {
  /// `800k`, `2M`, `1500000`; nil for anything else and for rates below 1 kbit/s or above 1 Gbit/s.
  public static func bitsPerSecond(parsing text: String) -> Int? {
    var digits = text[...]
    var unit = 1
    if let last = digits.last, last == "k" || last == "K" {
      unit = 1000
      digits.removeLast()
    } else if digits.last == "M" {
      unit = 1_000_000
      digits.removeLast()
    }
    guard let value = Int(digits), value > 0, value <= 1_000_000_000 / unit, value * unit >= 1000
    else { return nil }
    return value * unit
  }
}
