internal import CLibrary
internal import SystemPackage

/// Where text goes: results to standard output, everything else to standard error.
enum Terminal {
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether colours are welcome on standard output: a terminal, and neither `NO_COLOR` nor a dumb
  /// terminal (no-color.org).
  static var outputTakesColor: Bool {
    outputIsTerminal && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Columns of the terminal; 80 when there is none.
  static var columns: Int {
    var size = winsize()
    let known =
      ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
      || ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return known && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes a result; a reader that went away ends the output quietly.
  static func write(_ text: String) {
    _ = try? FileDescriptor.standardOutput.writeAll(text.utf8)
  }

  /// Writes a line that is no result.
  static func writeError(_ text: String) { writeErrorPart(text + "\n") }

  /// Writes a piece of a line that is no result.
  static func writeErrorPart(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }

  /// An environment variable that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Asks on the terminal; false unless the answer begins with y.
  static func confirm(_ question: String) -> Bool {
    writeErrorPart("\(question) [y/N] ")
    guard let answer = readLine() else { return false }
    return answer.lowercased().hasPrefix("y")
  }
}
