internal import AnimConv
internal import ArgumentParser

/// What was probably meant by a command line that the parser refuses.
enum UsageHint {
  /// Options of other tools, and what does the same here.
  private static let options = [
    "--background": "--matte", "--bg": "--matte", "--size": "--scale", "--resize": "--scale",
    "--width": "--scale 640x-1", "--height": "--scale x480", "--framerate": "--fps",
    "--frame-rate": "--fps", "--rate": "--fps", "--delay": "--fps", "--overwrite": "-y",
    "--force": "-y", "--yes": "-y", "--trim-start": "--range", "--from": "--range",
    "--start-time": "--range", "--duration": "--range", "--loop": "--loops", "--repeat": "--loops",
    "--format": "--container", "--type": "--container", "--profile": "--preset",
  ]

  /// The parser's message, with a hint where it has none and one is known.
  static func amend(_ message: String, arguments: [String]) -> String {
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
