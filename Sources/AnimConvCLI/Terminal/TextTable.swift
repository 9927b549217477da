/// Names and descriptions in two columns or, on a narrow terminal, below each other.
enum TextTable {
  /// The smallest terminal width at which two columns of text fit.
  static let narrow = 60

  /// - Parameter nameWidth: width of the column of names, in characters; longer names get their own
  ///   line.
  static func text(
    _ rows: [(name: String, text: String)], nameWidth: Int, indent: Int = 2, columns: Int
  ) -> String {
    rows.map { row in
      let isAbove = columns < narrow || row.name.count > nameWidth - 2
      let left = columns < narrow ? indent + 2 : indent + nameWidth
      let lines = wrap(row.text, columns: columns - left)
        .joined(separator: "\n" + spaces(left))
      let start = spaces(indent) + row.name
      if row.text.isEmpty { return start + "\n" }
      let gap = isAbove ? "\n" + spaces(left) : spaces(nameWidth - row.name.count)
      return start + gap + lines + "\n"
    }.joined()
  }

  /// The lines of a paragraph; a word that is too long gets its own line.
  static func wrap(_ text: String, columns: Int) -> [String] {
    let columns = max(20, columns)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
