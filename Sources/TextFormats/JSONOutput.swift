/// A JSON value for output. The same value always gives the same bytes: members keep their order
/// and numbers are exact, never binary fractions.
package indirect enum JSONOutput {
  case text(String)
  case number(ExactDecimal)
  case truth(Bool)
  case list([JSONOutput], Layout = .lines)
  case object([(key: String, value: JSONOutput)], Layout = .lines)

  /// The layout of a container.
  package enum Layout {
    /// Each entry on its own line, indented by two spaces.
    case lines
    /// The whole container on one line.
    case inline
  }

  package static func integer(_ value: Int) -> JSONOutput { .number(ExactDecimal(Int64(value))) }

  /// The document with this value, in UTF-8, ending in a newline.
  package var bytes: [UInt8] {
    var text = ""
    write(to: &text, indent: "", layout: .lines)
    text += "\n"
    return Array(text.utf8)
  }

  private func write(to text: inout String, indent: String, layout outer: Layout) {
    switch self {
    case .text(let value): text += jsonText(value)
    case .number(let value): text += value.description
    case .truth(let value): text += value ? "true" : "false"
    case .list(let elements, let own):
      let layout = outer == .inline ? .inline : own
      Self.enclose(elements.count, "[", "]", to: &text, indent: indent, layout: layout) {
        elements[$0].write(to: &$1, indent: $2, layout: layout)
      }
    case .object(let members, let own):
      let layout = outer == .inline ? .inline : own
      Self.enclose(members.count, "{", "}", to: &text, indent: indent, layout: layout) {
        $1 += jsonText(members[$0].key) + ": "
        members[$0].value.write(to: &$1, indent: $2, layout: layout)
      }
    }
  }

  private static func enclose(
    _ count: Int, _ open: String, _ close: String, to text: inout String, indent: String,
    layout: Layout, entry: (Int, inout String, String) -> Void
  ) {
    let inner = indent + "  "
    text += open
    for index in 0..<count {
      if index > 0 { text += layout == .lines ? "," : ", " }
      if layout == .lines { text += "\n" + inner }
      entry(index, &text, inner)
    }
    if layout == .lines, count > 0 { text += "\n" + indent }
    text += close
  }
}

/// A text in JSON's notation, in quotation marks.
///
/// `<` and JavaScript's line separators are also escaped, so that the document is safe inside a
/// `<script>` element and in a program.
package func jsonText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\u{0}"..<"\u{20}", "\u{7F}", "<", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
