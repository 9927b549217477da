internal import AnimConv

/// What a check found, for people.
enum CheckText {
  /// A line for each constraint: whether it is met, the value, what is expected, and the page that
  /// says so.
  static func describe(_ result: PresetCheck, preset: Preset, file: String) -> String {
    let rows = result.check.lines.map { line in
      [
        line.isMet ? "ok" : "FAILS", line.constraint.property.rawValue,
        line.measure.map(\.description) ?? "unknown", line.constraint.expectation,
        line.constraint.source.map { "\($0) (\(line.constraint.date ?? ""))" } ?? "",
      ]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = "\(file): \(preset.name), \(result.output.name)\n"
    for row in rows {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = ([""] + cells + [row[4]]).joined(separator: "  ")
      text += line.trimmingSuffix(while: \.isWhitespace) + "\n"
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Diagnostics.printable(String($0)) }.joined(separator: "\n")
  }
}
