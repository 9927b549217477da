internal import AnimConv

/// The result of a check, as text.
enum CheckText {
  /// The presets whose platforms accept a file, then the others with every requirement that is not
  /// met.
  static func describe(_ results: [Preset.Check], file: String, columns: Int) -> String {
    let accepting = results.filter(\.check.isMet)
    let width = (results.map(\.output.presetName.count).max() ?? 0) + 2
    func rows(_ results: [Preset.Check], _ text: (Preset.Check) -> String) -> String {
      TextTable.text(
        results.map { ($0.output.presetName, Diagnostics.printable(text($0))) }, nameWidth: width,
        columns: columns)
    }
    let refusing = results.filter { !$0.check.isMet }
    var text =
      Diagnostics.printable(
        "\(file): \(accepting.count) of \(results.count) platforms accept it") + "\n"
    if !accepting.isEmpty { text += "\nACCEPTED BY:\n" + rows(accepting) { Self.limits(of: $0) } }
    if !refusing.isEmpty { text += "\nREFUSED BY:\n" + rows(refusing) { Self.reasons(of: $0) } }
    return text
  }

  /// `bytes 5120 (at most 262144)`, for each requirement.
  private static func limits(of result: Preset.Check) -> String {
    result.check.lines.map {
      "\($0.constraint.property.rawValue) \($0.measure?.description ?? "unknown") "
        + "(\($0.constraint.expectation))"
    }.joined(separator: ", ")
  }

  /// `container: gif, expected webm`, for each requirement that is not met.
  private static func reasons(of result: Preset.Check) -> String {
    result.check.lines.filter { !$0.isMet }.map {
      "\($0.constraint.property.rawValue): \($0.measure?.description ?? "unknown"), "
        + "expected \($0.constraint.expectation)"
    }.joined(separator: "; ")
  }

  /// A line for each constraint: whether it is met, the value, the expected value, and its source.
  static func describe(_ result: Preset.Check, preset: Preset, file: String) -> String {
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
