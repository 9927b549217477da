/// A non-negative number with at least this many digits, padded with zeros.
package func zeroPadded(_ number: some BinaryInteger, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Seconds as on a clock, with hours if there are any: `0:10`, `3:05:00`.
package func clockText(seconds: some BinaryInteger) -> String {
  let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
  let end = ":" + zeroPadded(rest, 2)
  if minutes < 60 { return "\(minutes)\(end)" }
  return "\(minutes / 60):" + zeroPadded(minutes % 60, 2) + end
}
