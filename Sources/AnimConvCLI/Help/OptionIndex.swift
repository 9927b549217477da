/// Every option of every command, read from the parser's description of itself.
struct OptionIndex {
  /// Sorted by name.
  let options: [OptionEntry]

  /// Nil if the parser's description has an unknown format.
  init?() {
    guard let root = CommandDescription.animconv else { return nil }
    var entries: [String: OptionEntry] = [:]
    for (command, argument) in Self.arguments(of: root, path: []) {
      entries[argument.key, default: OptionEntry()].add(argument, of: command)
    }
    options = entries.values.sorted { $0.key < $1.key }
  }

  /// The option with a name, with or without dashes.
  func option(_ word: String) -> OptionEntry? {
    options.first { $0.spellings.contains(word) }
      ?? options.first { $0.spellings.contains { $0.drop { $0 == "-" } == word } }
  }

  /// Every name without its dashes.
  var words: [String] { options.flatMap(\.spellings).map { String($0.drop { $0 == "-" }) } }

  /// Options with the commands that accept them.
  private static func arguments(
    of command: CommandDescription, path: [String]
  ) -> [(command: String, argument: CommandDescription.Argument)] {
    let name = path.joined(separator: " ")
    let own = (command.arguments ?? []).filter { argument in
      !path.isEmpty && !argument.isPositional && argument.shouldDisplay
        && !["help", "version"].contains(argument.key)
    }
    let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap {
      // A default subcommand is typed without its name.
      let isDefault = $0.commandName == command.defaultSubcommand && !path.isEmpty
      return arguments(of: $0, path: isDefault ? path : path + [$0.commandName])
    }
    return own.map { (name, $0) } + inner
  }
}

/// One option with all its meanings.
struct OptionEntry {
  /// The meaning of an option for some commands.
  struct Meaning {
    let argument: CommandDescription.Argument
    var commands: [String]
  }

  /// The first one is the meaning for conversions, if they have the option.
  private(set) var meanings: [Meaning] = []
  /// As they are typed: `--quiet`, `-q`.
  private(set) var spellings: [String] = []

  /// The main name without its dashes.
  var key: String { meanings[0].argument.key }

  /// As a usage line shows it: `--fps <rate>`.
  var title: String {
    let names = spellings.sorted { $0.count < $1.count }.joined(separator: ", ")
    let value =
      meanings[0].argument.isOption ? " <\(meanings[0].argument.valueName ?? "value")>" : ""
    return names + value
  }

  /// The main name with its dashes.
  var spelling: String { spellings.first { $0.hasPrefix("--") } ?? spellings[0] }

  /// The commands that accept it.
  var commands: [String] { meanings.flatMap(\.commands) }

  mutating func add(_ argument: CommandDescription.Argument, of command: String) {
    for name in argument.names ?? [] where !spellings.contains(name.text) {
      spellings.append(name.text)
    }
    // The opposite of a flag has the same help.
    if !meanings.isEmpty, argument.isOpposite { return }
    let same = meanings.firstIndex {
      $0.argument.abstract == argument.abstract && $0.argument.valueName == argument.valueName
    }
    if let same {
      if !meanings[same].commands.contains(command) { meanings[same].commands.append(command) }
    } else {
      meanings.append(Meaning(argument: argument, commands: [command]))
    }
  }
}

extension CommandDescription.Argument {
  private static let opposites = ["no-trim": "trim", "no-preview": "preview"]

  private var name: String {
    names?.first { $0.kind == "long" }?.name ?? names?.first?.name ?? ""
  }

  /// Whether it is the opposite of another flag.
  var isOpposite: Bool { Self.opposites[name] != nil }

  /// The main name without dashes; for the opposite of a flag, that of the flag.
  var key: String { Self.opposites[name] ?? name }

  /// The help text without its trailing default.
  var explanation: String {
    let text = abstract ?? ""
    guard let start = text.firstRange(of: "Default: ") else { return text }
    return String(text[..<start.lowerBound]).trimmingSuffix(while: \.isWhitespace)
  }

  /// The default.
  var standard: String {
    if let defaultValue { return defaultValue }
    if let start = (abstract ?? "").firstRange(of: "Default: ") {
      return String((abstract ?? "")[start.upperBound...]).trimmingSuffix { $0 == "." }
    }
    return isOption ? "none" : "off"
  }
}
