/// A text as XML writes it between tags and in attributes.
///
/// - Returns: nil when there is a character in it that XML 1.0 cannot hold at all: control
///   characters, U+FFFE and U+FFFF.
package func xmlText(_ text: String) -> String? {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&apos;"
    // White space other than blanks would come back as blanks from an attribute.
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": return nil
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
