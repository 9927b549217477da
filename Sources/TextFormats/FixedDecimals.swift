/// A number with this many decimals, all of them written.
///
/// If 64 bits cannot hold the decimals, the number is written with all of its digits.
///
/// - Parameters:
///   - places: 0...9.
///   - rule: halves are rounded away from zero by default.
package func fixedDecimals(
  _ value: Double, _ places: Int,
  rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
) -> String {
  var scale: Int64 = 1
  for _ in 0..<places { scale *= 10 }
  let rounded = (value.magnitude * Double(scale)).rounded(rule)
  guard let whole = Int64(exactly: rounded) else { return "\(value)" }
  let sign = value < 0 && whole > 0 ? "-" : ""
  if places == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole / scale)." + zeroPadded(whole % scale, places)
}

/// A similarity, 1 for equal pictures, rounded to this many decimals; different pictures never show
/// as 1.
package func similarityText(_ value: Double, places: Int = 4) -> String {
  let rounded = fixedDecimals(value, places)
  return value < 1 && rounded.hasPrefix("1")
    ? fixedDecimals(value, places, rounding: .towardZero) : rounded
}

/// `1 frame`, `12 frames`
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// `870 B`, `1.11 MB`: three digits, in units of 1000.
///
/// - Parameter count: the number of bytes, at least 0.
package func byteText(_ count: Int64) -> String {
  if count < 1000 { return "\(count) B" }
  var value = Double(count) / 1000
  var unit = "kB"
  for next in ["MB", "GB", "TB"] where value >= 999.5 {
    value /= 1000
    unit = next
  }
  return "\(fixedDecimals(value, value < 10 ? 2 : value < 100 ? 1 : 0)) \(unit)"
}
