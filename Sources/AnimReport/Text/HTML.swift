/// A piece of HTML. Interpolated texts are escaped; interpolated pieces are not.
///
/// ```swift
/// let row: HTML = "<td title=\"\(name)\">\(name)</td>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  package private(set) var text: String

  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Pieces one after another.
  package init(_ parts: [HTML], separator: String = "\n") {
    text = parts.map(\.text).joined(separator: separator)
  }

  /// Markup from this package's own files.
  init(trusted text: String) { self.text = text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Untrusted text.
    package mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

    package mutating func appendInterpolation(_ value: Int) { text += String(value) }

    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    package mutating func appendInterpolation(_ parts: [HTML]) { text += HTML(parts).text }

    /// Empty without a piece.
    package mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }
  }

  /// A text that is inert in HTML, including attributes, and that changes neither the writing
  /// direction nor the lines of its surroundings: characters that would are replaced.
  ///
  /// - Complexity: one pass over the bytes of a text without such characters, such as a file in
  ///   base64.
  static func escaped(_ text: String) -> String {
    var text = text
    if text.withUTF8({ $0.allSatisfy(isPlain) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where isUnprintable(scalar): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte is a printable ASCII character without a meaning in HTML.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: (0x20...0x7E).contains(byte)
    }
  }

  /// Whether a character moves others instead of being visible.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  /// The name of a file, isolated from the surrounding direction.
  static func name(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }
}
