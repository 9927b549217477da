/// A pattern of numbered names in the form of `printf` and FFmpeg: `f%04d.png`.
///
/// It has exactly one `%d`, `%4d` or `%04d`; `%%` is a percent sign. The width is a minimum: 12345
/// has five digits with `%04d`. Text without a number is not a pattern, so names with a percent
/// sign are still names.
package struct FrameNamePattern: Hashable, Sendable {
  let prefix: String
  let suffix: String
  /// The minimum number of digits; shorter numbers are padded with zeros.
  let width: Int

  /// The largest number of digits that fits.
  private static let maxDigits = 18

  /// - Returns: nil if the text is not a pattern.
  package init?(_ text: String) {
    var parts = [""]
    var width = 0
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == "d", parts.count == 1, digits.count <= 3,
        digits.isEmpty || digits.first == "0" || digits == "1",
        let number = digits.isEmpty ? 1 : Int(digits), number <= Self.maxDigits
      else { return nil }
      width = max(1, number)
      parts.append("")
    }
    guard parts.count == 2 else { return nil }
    prefix = parts[0]
    suffix = parts[1]
    self.width = width
  }

  /// The number of a name that matches the pattern; nil for other names.
  ///
  /// This function is the inverse of ``name(_:)``.
  package func number(of name: String) -> Int? {
    guard name.utf8.count > prefix.utf8.count + suffix.utf8.count, name.hasPrefix(prefix),
      name.hasSuffix(suffix)
    else { return nil }
    let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    guard digits.allSatisfy(isDigit), digits.count >= width, digits.count <= Self.maxDigits,
      digits.count == width || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int(Substring(digits))
  }

  /// The name of a frame.
  ///
  /// - Parameter number: not negative.
  func name(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
      + suffix
  }
}
