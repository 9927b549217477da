package import AnimTiming
package import TextFormats

/// The information in a frame's file name: its number, scale and duration.
///
///     walk_0012_delay-0.07s@2x.png
///     prefix "walk_", number 12 in 4 digits, 70 ms, scale 2, extension ".png"
package struct FrameName: Hashable, Sendable {
  /// The name as it is.
  let name: String
  /// The name without delay and scale: files of a sequence have the same text around their number.
  package let prefix: String
  /// The digits of the number; empty if there is none.
  let digits: String
  /// The text after the number, including the extension.
  package let suffix: String
  /// The frame's duration; nil if the name has none.
  package let delay: Delay?
  /// Pixels per point; 1 without a suffix such as `@2x`.
  package let scale: ExactDecimal

  /// The number; nil if there is none or it has more than 18 digits.
  package var number: Int? { digits.utf8.count <= 18 ? Int(digits) : nil }

  /// Splits a file name.
  ///
  /// The number is the last run of digits before the extension.
  ///
  /// - Parameter name: without folders.
  package init(_ name: String) {
    self.name = name
    var stem = name[...]
    var fileExtension = name[name.endIndex...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex, !isDecimalPoint(dot, in: name) {
      stem = name[..<dot]
      fileExtension = name[dot...]
    }
    (stem, scale) = splitScale(stem)
    let declared = FrameNameDelay.split(stem)
    delay = declared?.delay
    stem = declared?.stem ?? stem

    let bytes = stem.utf8
    if let last = bytes.lastIndex(where: isDigit) {
      let end = bytes.index(after: last)
      let start = bytes[..<end].lastIndex { !isDigit($0) }.map { bytes.index(after: $0) }
      prefix = String(stem[..<(start ?? stem.startIndex)])
      digits = String(stem[(start ?? stem.startIndex)..<end])
      suffix = String(stem[end...] + fileExtension)
    } else {
      prefix = String(stem)
      digits = ""
      suffix = String(fileExtension)
    }
  }
}

/// Whether the text after the last dot belongs to a duration, as in `f_delay-0.07s`.
private func isDecimalPoint(_ dot: String.Index, in name: String) -> Bool {
  let rest = name[name.index(after: dot)...]
  return rest.hasSuffix("s") && rest.dropLast().utf8.allSatisfy(isDigit) && rest.count > 1
}

/// Splits a suffix such as `@2x` or `@2.5x` off.
private func splitScale(_ stem: Substring) -> (stem: Substring, scale: ExactDecimal) {
  let none = (stem, ExactDecimal(1))
  guard stem.hasSuffix("x"), let at = stem.lastIndex(of: "@"), at != stem.startIndex else {
    return none
  }
  let number = stem[stem.index(after: at)...].dropLast()
  guard number.utf8.first.map(isDigit) == true, let scale = ExactDecimal(number),
    scale.significand > 0, number.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
  else { return none }
  return (stem[..<at], scale)
}
