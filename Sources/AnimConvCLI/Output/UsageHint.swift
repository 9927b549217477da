internal import AnimConv
internal import ArgumentParser

/// What was probably meant by a command line that the parser refuses.
enum UsageHint {
  /// The parser's message, with what was probably meant where that is known and without a guess of
  /// the parser that is far from what was typed.
  static func amend(_ message: String, arguments: [String]) -> String {
    if let match = message.firstMatch(of: /Unknown option '([^']+)'/) {
      return unknown(String(match.1), message, arguments)
    }
    if message.contains("Missing expected argument"), arguments.count == 1,
      let name = CommandHint.nearest(to: arguments[0])
    {
      return "\(message); did you mean 'animconv \(name)'?"
    }
    guard message.contains("Unexpected argument") || message.contains("unexpected arguments"),
      let first = arguments.first
    else { return message }
    if let name = CommandHint.nearest(to: first) {
      return "\(message); did you mean 'animconv \(name)'?"
    }
    return "\(message); a conversion has one IN and one OUT; for several files use "
      + "animconv batch FILES --out FOLDER --container KIND"
  }

  private static func unknown(
    _ option: String, _ message: String, _ arguments: [String]
  ) -> String {
    let start = "Unknown option '\(option)'"
    for (side, scale) in sides where option == side {
      return "\(start); did you mean '--scale \(scale(arguments, option))'?"
    }
    // The parser takes -an for -a -n.
    let typed = arguments.first { $0.hasPrefix(option) && OtherTools.hint(for: $0) != nil }
    if let typed, let hint = OtherTools.hint(for: typed) {
      return "Unknown option '\(typed)'; \(hint)"
    }
    if let guess = message.firstMatch(of: /Did you mean '([^']+)'/).map({ String($0.1) }),
      NearestName.nearest(to: option, among: [guess]) == nil
    {
      return start
    }
    return message
  }

  /// One side alone, for which the parser would offer another option with a similar name.
  private static let sides: KeyValuePairs<String, @Sendable ([String], String) -> String> = [
    "--width": { "\(number(after: $1, in: $0) ?? 640)x-1" },
    "--height": { "-1x\(number(after: $1, in: $0) ?? 480)" },
  ]

  private static func number(after option: String, in arguments: [String]) -> Int? {
    guard let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1)
    else { return nil }
    return Int(arguments[place + 1])
  }

  /// The command whose help tells how it is used.
  static func help(for arguments: [String]) -> String {
    guard let first = arguments.first,
      AnimConvCommand.configuration.subcommands.contains(where: {
        $0.configuration.commandName == first
      })
    else { return "animconv --help" }
    return "animconv \(first) --help"
  }
}
