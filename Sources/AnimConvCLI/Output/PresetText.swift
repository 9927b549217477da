internal import AnimConv

/// Presets for people.
enum PresetText {
  /// A line or more for each preset, names in a column of their own.
  static func list(_ presets: [Preset], columns: Int) -> String {
    let width = (presets.map(\.name.count).max() ?? 0) + 2
    return presets.map { preset in
      let indent = String(repeating: " ", count: width)
      let lines = wrap(preset.description, columns: max(20, columns - width))
      let name = preset.name + String(repeating: " ", count: width - preset.name.count)
      return name + lines.joined(separator: "\n" + indent) + "\n"
    }.joined()
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
  private static func title(of output: PresetOutput) -> String {
    switch output.format {
    case .any: "any output"
    case .kind:
      output.fileExtension.map { "NAME\(output.suffix).\($0) (\(output.name))" }
        ?? "NAME\(output.suffix)/ (\(output.name))"
    }
  }

  private static func wrap(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in Diagnostics.printable(text).split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
