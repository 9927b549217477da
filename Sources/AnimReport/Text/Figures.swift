internal import AnimTiming
internal import TextFormats

/// Numbers for people.
enum Figures {
  /// `870 B`, `1.11 MB`
  static func bytes(_ count: Int64) -> String { byteText(count) }

  /// `6.6× smaller`
  static func ratio(_ before: Int64, _ after: Int64) -> String {
    guard before > 0, after > 0, before != after else { return "the same" }
    let isSmaller = after < before
    let ratio = Double(max(before, after)) / Double(min(before, after))
    if ratio < 1.005 { return "about the same" }
    return "\(fixedDecimals(ratio, ratio < 1.095 ? 2 : ratio < 100 ? 1 : 0))× "
      + (isSmaller ? "smaller" : "larger")
  }

  /// `0.9871`
  static func ssim(_ value: Double) -> String { similarityText(value) }

  /// A similarity for a script, with six decimals; 1 only for identical images.
  static func data(ssim: Double) -> String {
    short(ssim < 1 ? min(ssim, 0.999999) : ssim, places: 6)
  }

  /// `78.2`: 100 only for identical images.
  static func score(_ value: Double) -> String {
    fixedDecimals(value < 100 ? min(value, 99.9) : value, 1)
  }

  /// `36.3 dB`
  static func decibels(_ value: Double) -> String { "\(fixedDecimals(value, 1)) dB" }

  /// `1.700 s`
  static func seconds(_ time: RationalTime) -> String { "\(fixedDecimals(time.asSeconds, 3)) s" }

  /// Without trailing zeros: `0.25`, `4`.
  static func short(_ value: Double, places: Int) -> String {
    var text = fixedDecimals(value, places)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension RationalTime {
  /// Rounded to a `Double`: for positions on a chart, never for stored times.
  var asSeconds: Double { Double(numerator) / Double(denominator) }
}
