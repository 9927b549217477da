internal import AnimConv

/// The page of `animconv help OPTION`. Everything in it comes from the option's definition: the
/// parser's help, the table of settings, and their scopes.
struct OptionPage {
  let option: OptionEntry
  let index: OptionIndex
  let columns: Int

  var text: String {
    let main = option.meanings[0]
    var text = option.title + "\n\n" + paragraph(main.argument.explanation) + "\n"
    text += TextTable.text(rows, nameWidth: 11, columns: columns)
    for other in option.meanings.dropFirst() {
      text += "\nIn \(Self.commands(other.commands)):\n" + paragraph(other.argument.abstract ?? "")
    }
    return text
  }

  private func paragraph(_ text: String) -> String {
    TextTable.wrap(text, columns: columns - 2).map { "  \($0)\n" }.joined()
  }

  private var rows: [(name: String, text: String)] {
    let argument = option.meanings[0].argument
    let all: [(name: String, text: String?)] = [
      ("Value", value), ("Unit", unit), ("Default", argument.standard), ("For", target),
      ("Needs", setting?.scope.condition?.example), ("Example", OptionExample.line(of: option)),
      ("Related", related), ("Known as", OtherTools.names(of: option.spelling)),
      ("Commands", option.commands.joined(separator: ", ")), ("Presets", preset),
      ("Topic", topic.map { "animconv help \($0.rawValue)" }),
    ]
    return all.compactMap { name, text in text.map { (name, $0) } }
  }

  private var setting: ConversionSettings.Setting? {
    guard option.commands.contains("convert") else { return nil }
    return try? ConversionSettings.Setting.named(option.key)
  }

  /// What it takes.
  private var value: String? {
    let argument = option.meanings[0].argument
    guard argument.isOption else { return nil }
    return argument.allValues?.joined(separator: ", ") ?? setting?.expectation
  }

  private var unit: String? {
    switch option.meanings[0].argument.valueName {
    case "ms": "milliseconds"
    case "s": "seconds"
    case "px": "pixels"
    case "fps": "frames per second"
    case "rate": option.key == "bitrate" ? "bits per second" : "frames per second"
    case "bytes": "bytes"
    default: nil
    }
  }

  /// The inputs and outputs that it affects; nil for all.
  private var target: String? {
    guard let scope = setting?.scope else { return nil }
    let input = scope.inputs == .all ? nil : "\(scope.inputs.title) as input"
    let parts = [scope.feature?.title, input].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Options that its help mentions, then those of the same group.
  private var related: String? {
    let text = option.meanings[0].argument.abstract ?? ""
    let mentioned = text.matches(of: /--?[a-z][a-z-]*[a-z]/).compactMap { match in
      index.options.first { $0.spellings.contains(String(match.output)) }?.spelling
    }
    let near =
      SettingGroup.all.first { $0.names.contains(option.key) }?.neighbours(of: option.key) ?? []
    let neighbours = near.compactMap { index.option("--" + $0)?.spelling }
    var related: [String] = []
    for name in mentioned + neighbours where name != option.spelling && !related.contains(name) {
      related.append(name)
    }
    return related.isEmpty ? nil : related.prefix(6).joined(separator: ", ")
  }

  /// Its key in preset and batch files.
  private var preset: String? { setting.map { "\"\($0.name)\" in \"settings\"" } }

  private var topic: HelpTopic? { HelpTopic.allCases.first { $0.explains(option.key) } }

  private static func commands(_ names: [String]) -> String {
    let quoted = names.map { "'animconv \($0)'" }
    return quoted.count < 2
      ? quoted.joined() : quoted.dropLast().joined(separator: ", ") + " and " + quoted.last!
  }
}
