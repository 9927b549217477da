internal import AnimConv
internal import ArgumentParser

/// Suggestions for command lines that the parser rejects.
enum UsageHint {
  /// The parser's message with a suggestion if one is known, and without a parser's guess that
  /// differs too much from the input.
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
      + "animconv batch FILES --out FOLDER --container KIND, for one after another "
      + "--concat, and for one sheet of several animations end OUT in .png"
  }

  /// Rejects words of other tools that the parser would split into letters: -threads would request
  /// help, because it contains -h.
  ///
  /// - Throws: `ValidationError`.
  static func refuseForeignWords(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    for word in options where word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 {
      if OtherTools.hint(for: word) != nil { throw ValidationError("Unknown option '\(word)'") }
    }
  }

  private static func unknown(
    _ option: String, _ message: String, _ arguments: [String]
  ) -> String {
    let start = "Unknown option '\(option)'"
    if let value = valued[option] {
      return "\(start); did you mean '\(value(number(after: option, in: arguments)))'?"
    }
    let typed = arguments.first { isTyped($0, option) && OtherTools.hint(for: $0) != nil }
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

  /// Whether an argument is the parser's option: it splits -an into -a and -n.
  private static func isTyped(_ argument: String, _ option: String) -> Bool {
    if argument.hasPrefix(option) { return true }
    return option.count == 2 && argument.hasPrefix("-") && !argument.hasPrefix("--")
      && argument.contains(option.dropFirst())
  }

  /// Options whose number determines the suggestion: a single side, and hundredths of a second.
  private static let valued: [String: @Sendable (Int?) -> String] = [
    "--width": { "--scale \($0 ?? 640)x-1" },
    "--height": { "--scale -1x\($0 ?? 480)" },
    "--delay": { "--fps \(rate($0 ?? 10))" },
    "-delay": { "--fps \(rate($0 ?? 10))" },
  ]

  private static func rate(_ hundredths: Int) -> String {
    guard 1...6000 ~= hundredths else { return "10" }
    return 100 % hundredths == 0 ? "\(100 / hundredths)" : "100/\(hundredths)"
  }

  private static func number(after option: String, in arguments: [String]) -> Int? {
    guard let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1)
    else { return nil }
    return Int(arguments[place + 1])
  }

  /// The command that prints the relevant help.
  static func help(for arguments: [String]) -> String {
    guard let first = arguments.first,
      AnimConvCommand.configuration.subcommands.contains(where: {
        $0.configuration.commandName == first
      })
    else { return "animconv --help" }
    return "animconv \(first) --help"
  }
}
