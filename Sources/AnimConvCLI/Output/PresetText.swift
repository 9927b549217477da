internal import AnimConv

/// Presets for people.
enum PresetText {
  /// The presets by task, each with its description.
  static func list(_ presets: [Preset], columns: Int) -> String {
    let width = (presets.map(\.name.count).max() ?? 0) + 2
    return PresetTask.allCases.compactMap { task in
      let rows = presets.filter { $0.task == task }.map {
        (name: $0.name, text: Diagnostics.printable($0.description))
      }
      if rows.isEmpty { return nil }
      return "\(task.title.uppercased()):\n"
        + TextTable.text(rows, nameWidth: width, columns: columns)
    }.joined(separator: "\n")
  }

  /// Everything about one preset.
  static func describe(_ preset: Preset) -> String {
    var lines = [preset.name, "  " + preset.description]
    for output in preset.outputs {
      lines += ["", title(of: output)]
      lines += output.settings.names.map { "  --\($0) \(output.settings[$0] ?? "")" }
      for constraint in output.constraints {
        lines.append("  \(constraint.property.rawValue): \(constraint.expectation)")
        if let source = constraint.source {
          lines.append("    \(source) (\(constraint.date ?? ""))")
        }
      }
    }
    return lines.map { Diagnostics.printable($0) + "\n" }.joined()
  }

  /// `NAME-poster.png (poster)`
  private static func title(of output: Preset.Output) -> String {
    switch output.format {
    case .any: "any output"
    case .kind:
      output.fileExtension.map { "NAME\(output.suffix).\($0) (\(output.name))" }
        ?? "NAME\(output.suffix)/ (\(output.name))"
    }
  }
}
