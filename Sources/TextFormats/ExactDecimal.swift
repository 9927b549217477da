/// A number as written in a file: `significand` times ten to the power of `exponent`.
///
/// Keeps a duration of `0.07` s as 7/100 s, not as the nearest binary fraction. Up to 18
/// significant digits are kept; further digits are dropped. Equal numbers are equal values.
public struct ExactDecimal: Hashable, Sendable, CustomStringConvertible {
  /// All digits as one integer, without trailing zeros; below 10^18 in magnitude.
  public let significand: Int64
  /// The power of ten; 0 when the number is 0.
  public let exponent: Int

  /// The number `significand x 10^exponent`.
  ///
  /// - Parameter significand: below 10^18 in magnitude.
  public init(_ significand: Int64, exponent: Int = 0) {
    var significand = significand
    var exponent = exponent
    while significand != 0, significand % 10 == 0 {
      significand /= 10
      exponent += 1
    }
    self.significand = significand
    self.exponent = significand == 0 ? 0 : exponent
  }

  /// Reads numbers such as `-12.5e-3`; nil for any other text, or for an exponent beyond ±999. A
  /// sign, a decimal point at either end and an exponent are allowed, white space is not.
  package init?(_ text: some Sequence<UInt8>) {
    var digits = DecimalDigits()
    for byte in text where !digits.accept(byte) { return nil }
    guard let value = digits.value else { return nil }
    self = value
  }

  /// Reads a text that is a number, byte by byte.
  public init?(_ text: some StringProtocol) {
    self.init(text.utf8)
  }

  /// The number if it is an integer below 10^18 in magnitude; otherwise nil, because digits of
  /// larger numbers may have been dropped.
  public var integer: Int64? {
    guard exponent >= 0, let value = shifted(by: exponent),
      value.magnitude < 1_000_000_000_000_000_000
    else { return nil }
    return value
  }

  /// Whether it is below zero.
  public var isNegative: Bool { significand < 0 }

  /// `significand x 10^power`, nil if it does not fit. Negative powers are refused, not divided.
  package func shifted(by power: Int) -> Int64? {
    guard power >= 0, power <= 18 else { return significand == 0 ? 0 : nil }
    let (product, overflow) = significand.multipliedReportingOverflow(by: Self.powersOfTen[power])
    return overflow ? nil : product
  }

  /// 10^0 to 10^18.
  package static let powersOfTen: [Int64] = {
    var powers: [Int64] = [1]
    for _ in 0..<18 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// In plain digits, without an exponent.
  public var description: String {
    if exponent >= 0, exponent < 18 {
      return "\(significand)" + String(repeating: "0", count: exponent)
    }
    guard exponent < 0, exponent >= -18 else { return "\(significand)e\(exponent)" }
    let digits = String(significand.magnitude)
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    let point = padded.index(padded.endIndex, offsetBy: exponent)
    return (isNegative ? "-" : "") + padded[..<point] + "." + padded[point...]
  }
}

/// Reads a decimal number one character at a time.
private struct DecimalDigits {
  private enum Place { case start, whole, fraction, exponentStart, exponent }

  private var place = Place.start
  private var isNegative = false
  private var significand: Int64 = 0
  private var hasDigits = false
  /// The power of ten of the digits read so far.
  private var shift = 0
  private var exponent = 0
  private var exponentIsNegative = false
  private var hasExponentDigits = false

  /// Reads the next character; false if it cannot be part of a number.
  mutating func accept(_ byte: UInt8) -> Bool {
    switch (byte, place) {
    case (0x30...0x39, .start), (0x30...0x39, .whole):
      place = .whole
      append(byte, isFraction: false)
    case (0x30...0x39, .fraction): append(byte, isFraction: true)
    case (0x30...0x39, .exponentStart), (0x30...0x39, .exponent):
      place = .exponent
      hasExponentDigits = true
      exponent = min(exponent * 10 + Int(byte - 0x30), 10_000)
    case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
      isNegative = byte == UInt8(ascii: "-")
      place = .whole
    case (UInt8(ascii: "."), .start), (UInt8(ascii: "."), .whole): place = .fraction
    case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "E"), .whole),
      (UInt8(ascii: "e"), .fraction), (UInt8(ascii: "E"), .fraction):
      place = .exponentStart
    case (UInt8(ascii: "-"), .exponentStart), (UInt8(ascii: "+"), .exponentStart):
      exponentIsNegative = byte == UInt8(ascii: "-")
      place = .exponent
    default: return false
    }
    return true
  }

  private mutating func append(_ byte: UInt8, isFraction: Bool) {
    hasDigits = true
    if significand < 100_000_000_000_000_000 {
      significand = significand * 10 + Int64(byte - 0x30)
      if isFraction { shift -= 1 }
    } else if !isFraction {
      shift += 1
    }
  }

  var value: ExactDecimal? {
    let needsExponent = place == .exponentStart || place == .exponent
    guard hasDigits, !needsExponent || hasExponentDigits, exponent <= 999 else { return nil }
    let power = shift + (exponentIsNegative ? -exponent : exponent)
    return ExactDecimal(isNegative ? -significand : significand, exponent: power)
  }
}
