extension Fraction {
  /// Reads `12`, `1.5`, `.5` or `1/3`; nil for anything else, and for a number that does not fit.
  ///
  /// Decimals are exact: `29.97` is 2997/100. The inverse of ``text``.
  ///
  /// - Parameter isNegative: whether the text followed a minus sign, which it does not contain.
  init?(parsing text: some StringProtocol, isNegative: Bool = false) {
    let sign: Int128 = isNegative ? -1 : 1
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard let numerator = Self.wholeNumber(halves[0]),
        let denominator = Self.wholeNumber(halves[1]), denominator > 0
      else { return nil }
      // A number that does not fit is rejected, here and below.
      try? self.init(sign * numerator, over: denominator)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !(whole.isEmpty && parts.count == 1) else {
      return nil
    }
    guard parts.count == 2 else {
      guard let value = Self.wholeNumber(whole) else { return nil }
      try? self.init(sign * value, over: 1)
      return
    }
    var decimals = parts[1]
    guard !decimals.isEmpty else { return nil }
    while decimals.last == "0" { decimals.removeLast() }
    // 10^19 is the last power whose product with 2^63 fits 128 bits.
    guard decimals.count <= 19,
      let integer = whole.isEmpty ? 0 : Self.wholeNumber(whole), integer <= Int64.min.magnitude,
      let digits = decimals.isEmpty ? 0 : Self.wholeNumber(decimals)
    else { return nil }
    var scale: Int128 = 1
    for _ in decimals.indices { scale *= 10 }
    try? self.init(sign * (integer * scale + digits), over: scale)
  }

  /// The shortest exact form: `4`, `4.6` if nine decimals suffice, otherwise `50/7`.
  var text: String {
    if denominator == 1 { return String(numerator) }
    var (rest, twos, fives) = (denominator, 0, 0)
    while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    let decimals = max(twos, fives)
    guard rest == 1, decimals <= 9 else { return "\(numerator)/\(denominator)" }
    var scale: Int128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (Int128(numerator) * scale / Int128(denominator)).magnitude
    let digits = String(scaled % UInt128(scale))
    let padding = String(repeating: "0", count: decimals - digits.count)
    return "\(numerator < 0 ? "-" : "")\(scaled / UInt128(scale)).\(padding)\(digits)"
  }

  /// A shorter form for messages: a ratio becomes a decimal rounded to `places` digits, unless all
  /// digits would be zero.
  ///
  /// - Parameter places: at most 9.
  func decimalText(places: Int) -> String {
    let exact = text
    guard exact.contains("/") else { return exact }
    var scale: Int128 = 1
    for _ in 0..<places { scale *= 10 }
    let product = Int128(numerator) * scale
    let rounded = roundedQuotient(product, Int128(denominator))
    guard rounded != 0, let nearest = try? Fraction(rounded, over: scale) else { return exact }
    return nearest.text
  }

  /// ASCII digits only, without sign or separators.
  private static func wholeNumber(_ text: some StringProtocol) -> Int128? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
    else { return nil }
    return Int128(text)
  }
}
