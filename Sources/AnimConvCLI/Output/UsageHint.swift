internal import AnimConv
internal import ArgumentParser

/// What was probably meant by a command line that the parser refuses.
enum UsageHint {
  /// Options of other tools, and what does the same here.
  private static let options = [
    "--background": "--matte", "--bg": "--matte", "--size": "--scale", "--resize": "--scale",
    "--framerate": "--fps",
    "--frame-rate": "--fps", "--rate": "--fps", "--delay": "--fps", "--overwrite": "-y",
    "--force": "-y", "--yes": "-y", "--trim-start": "--range", "--from": "--range",
    "--start-time": "--range", "--duration": "--range", "--loop": "--loops", "--repeat": "--loops",
    "--format": "--container", "--type": "--container", "--profile": "--preset",
  ]

  /// The parser's message, with a hint where it has none and one is known.
  static func amend(_ message: String, arguments: [String]) -> String {
    for (option, scale) in sides where message.contains("Unknown option '\(option)'") {
      return "Unknown option '\(option)'; did you mean '--scale \(scale(arguments, option))'?"
    }
    if message.contains("Did you mean") { return message }
    if let match = message.firstMatch(of: /Unknown option '([^']+)'/) {
      let option = String(match.1)
      if ["-o", "--output", "--out", "--out-file"].contains(option) {
        return "\(message); OUT is the second argument: animconv IN OUT"
      }
      if let known = options[option] { return "\(message); did you mean '\(known)'?" }
    }
    if message.contains("Unexpected argument") || message.contains("unexpected arguments"),
      let first = arguments.first, let name = CommandHint.nearest(to: first)
    {
      return "\(message); did you mean 'animconv \(name)'?"
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
