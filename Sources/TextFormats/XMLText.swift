/// A text escaped for XML, between tags and in attributes.
///
/// - Returns: nil if it contains a character that XML 1.0 cannot represent: control characters,
///   U+FFFE and U+FFFF.
package func xmlText(_ text: String) -> String? {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&apos;"
    // In an attribute, white space other than spaces would be read back as spaces.
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": return nil
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
