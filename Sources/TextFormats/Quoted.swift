/// A name from a file in the form that messages use: in quotation marks, on one line, at most 80
/// characters.
package func quoted(_ name: String) -> String {
  var text = "\""
  for scalar in name.unicodeScalars.prefix(80) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      text += "\\u{\(String(scalar.value, radix: 16))}"
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + (name.unicodeScalars.count > 80 ? "…\"" : "\"")
}

/// A word in apostrophes, as shells and FFmpeg's lists read it; apostrophes in the word are written
/// outside the quotes.
package func wordInApostrophes(_ word: String) -> String {
  "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
