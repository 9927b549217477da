internal import AnimConv

/// A shell's suggestions for one word of a command line.
struct CompletionCandidates {
  /// Words with their descriptions, in order.
  private(set) var words: [(word: String, title: String)] = []
  /// Whether file names are suggested as well.
  private(set) var takesFiles = false

  /// - Parameters:
  ///   - words: the words after the program's name, including the one to complete.
  ///   - index: the index of the word to complete; after the last word for a new one.
  init(words: [String], index: Int) {
    guard let root = CommandDescription.animconv, index >= 0 else { return }
    var before = Array(words.prefix(index))
    var current = index < words.count ? words[index] : ""
    // Bash passes `--codec=av` as three words.
    if current == "=" {
      before.append("=")
      current = ""
    }
    if before.last == "=" { before.removeLast() }

    if before == ["help"] {
      let commands = (root.subcommands ?? []).map { ($0.commandName, $0.abstract ?? "") }
      self.words = (commands + HelpTopic.allCases.map { ($0.rawValue, $0.title) })
        .filter { $0.0.hasPrefix(current) }
      return
    }
    var command = root
    var rest = before[...]
    while let name = rest.first, let inner = command.subcommand(name) {
      command = inner
      rest.removeFirst()
    }
    let offersSubcommands = rest.isEmpty
    let subcommands = command.subcommands ?? []
    var arguments = command.arguments ?? []
    while let name = command.defaultSubcommand, let inner = command.subcommand(name) {
      command = inner
      arguments += inner.arguments ?? []
    }
    offer(
      Line(
        arguments: arguments.filter(\.shouldDisplay),
        subcommands: offersSubcommands ? subcommands : [], command: command.commandName,
        before: Array(rest)), current: current)
  }

  /// The line before the word.
  private struct Line {
    let arguments: [CommandDescription.Argument]
    let subcommands: [CommandDescription]
    let command: String
    let before: [String]

    /// The option with this name.
    func option(_ text: String) -> CommandDescription.Argument? {
      arguments.first { $0.names?.contains { $0.text == text } ?? false }
    }
  }

  private mutating func offer(_ line: Line, current: String) {
    let isAfterTerminator = line.before.contains("--")
    if !isAfterTerminator {
      if let equals = current.firstIndex(of: "="), current.hasPrefix("--"),
        let option = line.option(String(current[..<equals])), option.isOption
      {
        let typed = String(current[current.index(after: equals)...])
        offerValues(of: option, typed: typed, before: String(current[...equals]))
        return
      }
      if let last = line.before.last, let option = line.option(last), option.isOption {
        offerValues(of: option, typed: current, before: "")
        return
      }
      if current.hasPrefix("-") {
        offerOptions(line, current)
        return
      }
    }
    for command in line.subcommands where command.commandName.hasPrefix(current) {
      words.append((command.commandName, command.abstract ?? ""))
    }
    if line.command == "presets" {
      offerPresets(current)
    } else {
      takesFiles = line.arguments.contains(where: \.isPositional)
    }
  }

  private mutating func offerOptions(_ line: Line, _ current: String) {
    let given = Set(line.before)
    for argument in line.arguments where !argument.isPositional {
      let names = argument.names ?? []
      if !argument.isRepeating, names.contains(where: { given.contains($0.text) }) { continue }
      for name in names where name.text.hasPrefix(current) {
        words.append((name.text, argument.title))
      }
    }
  }

  /// - Parameter before: the part of the word before the value.
  private mutating func offerValues(
    of option: CommandDescription.Argument, typed: String, before: String
  ) {
    let name = option.names?.first { $0.kind == "long" }?.name ?? ""
    if name == "preset" {
      offerPresets(typed, before: before)
      takesFiles = true
      return
    }
    let setting: ConversionSettings.Setting?
    do { setting = try ConversionSettings.Setting.named(name) } catch { setting = nil }
    let values = option.allValues ?? setting?.values ?? []
    if values.isEmpty {
      takesFiles = ["folder", "file", "dir"].contains(option.valueName)
      return
    }
    // In a list, only the part after the last comma is completed.
    var listed = ""
    if setting?.takesLists == true, let comma = typed.lastIndex(of: ",") {
      listed = String(typed[...comma])
    }
    for value in values where (listed + value).hasPrefix(typed) {
      words.append((before + listed + value, ""))
    }
  }

  private mutating func offerPresets(_ typed: String, before: String = "") {
    for name in Preset.Library().names where name.hasPrefix(typed) {
      words.append((before + name, ""))
    }
  }
}
