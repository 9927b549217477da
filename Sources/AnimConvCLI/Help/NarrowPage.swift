/// The page of a command on a terminal that is too narrow for two columns: each option with its
/// help below it. The parser reserves 26 columns for option names at any width.
struct NarrowPage {
  private let command: CommandDescription
  /// The titles of the sections to print; nil for all.
  private let sections: [String]?

  /// - Parameter name: the name of a command, or of a command and its subcommand.
  /// - Returns: nil if the parser does not describe the command.
  init?(command name: String, sections: [String]? = nil) {
    let words = name.split(separator: " ").map(String.init)
    let found = words.reduce(CommandDescription.animconv) { $0?.subcommand($1) }
    guard let found, found.subcommands?.isEmpty ?? true else { return nil }
    command = found
    self.sections = sections
  }

  /// The page for `help COMMAND`; nil for other arguments and on wider terminals.
  init?(answering arguments: [String]) {
    guard arguments.first == "help", arguments.count > 1, Terminal.helpColumns < TextTable.narrow
    else { return nil }
    self.init(command: arguments.dropFirst().joined(separator: " "))
  }

  func text(columns: Int) -> String {
    var shown: [(title: String, rows: [(name: String, text: String)])] = []
    for argument in command.arguments ?? [] where argument.shouldDisplay {
      let title = argument.sectionTitle ?? (argument.isPositional ? "Arguments" : "Options")
      if let sections, !sections.contains(title) { continue }
      let row = (name: argument.usage, text: argument.abstract ?? "")
      if let index = shown.firstIndex(where: { $0.title == title }) {
        shown[index].rows.append(row)
      } else {
        shown.append((title, [row]))
      }
    }
    return shown.map { section in
      TextTable.wrap(section.title.uppercased() + ":", columns: columns).joined(separator: "\n")
        + "\n" + TextTable.text(section.rows, nameWidth: 0, columns: columns)
    }.joined(separator: "\n")
  }
}

extension CommandDescription.Argument {
  /// In the form of a usage line: `<in>`, `-q, --quiet`, `--fps <rate>`.
  var usage: String {
    let value = "<\(valueName ?? "value")>"
    if isPositional { return value }
    let names = (names ?? []).map(\.text).sorted { $0.count < $1.count }.joined(separator: ", ")
    return isOption ? "\(names) \(value)" : names
  }
}
