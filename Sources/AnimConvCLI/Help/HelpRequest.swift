internal import ArgumentParser

/// A request for help anywhere among the arguments of a command.
enum HelpRequest {
  private static let words: Set<String> = ["--help", "-h", "-help"]

  /// The arguments that print the page of the command that the arguments name, or of the conversion
  /// if they name none; nil without a request. Arguments after `--` are not requests.
  static func page(of arguments: [String]) -> [String]? {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(where: words.contains), options.first != "help" else { return nil }
    let commands = AnimConvCommand.configuration.subcommands
    guard let command = commands.first(where: { name($0) == options.first }) else {
      return ["help", "convert"]
    }
    let inner = command.configuration.subcommands.map(name)
    return ["help"] + options.prefix(1) + options.dropFirst().prefix(1).filter(inner.contains)
  }

  private static func name(_ command: any ParsableCommand.Type) -> String? {
    command.configuration.commandName
  }
}
