internal import AnimConv
internal import CLibrary
internal import Synchronization
internal import SystemPackage

/// The destinations of text: results go to standard output, everything else to standard error.
enum Terminal {
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether standard output may have colours: it is a terminal, `NO_COLOR` is not set, and the
  /// terminal is not dumb (no-color.org).
  static var outputTakesColor: Bool {
    outputIsTerminal && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Columns of the terminal; 80 without one.
  static var columns: Int {
    let size = window(of: STDOUT_FILENO) ?? window(of: STDERR_FILENO)
    return size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80
  }

  /// Columns of help and lists: `$COLUMNS` if it is set, otherwise those of the terminal.
  static var helpColumns: Int { environment("COLUMNS").flatMap { Int($0) } ?? columns }

  /// The size of the terminal at a descriptor; nil if it is not a terminal.
  private static func window(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Pixels of a character of standard output's terminal; nil if unknown.
  static var cell: (width: Int, height: Int)? {
    guard let size = window(of: STDOUT_FILENO), size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    let (width, height) = (
      Int(size.ws_xpixel) / Int(size.ws_col), Int(size.ws_ypixel) / Int(size.ws_row)
    )
    return width > 0 && height > 0 ? (width, height) : nil
  }

  /// A terminal whose input was taken over, with its previous state.
  private struct TakenInput: @unchecked Sendable {
    let terminal: Int32
    var before: termios
  }

  private static let taken = Mutex<TakenInput?>(nil)

  /// Reads input from a terminal at once from now on, without echo.
  ///
  /// - Parameter terminal: must stay open until ``giveInputBack()``.
  /// - Returns: false if the terminal does not support it.
  static func takeInput(of terminal: Int32) -> Bool {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return false }
    taken.withLock { $0 = TakenInput(terminal: terminal, before: settings) }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Reading waits for a tenth of a second, because `poll` does not support terminals on macOS.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 1
    }
    if tcsetattr(terminal, TCSANOW, &settings) == 0 { return true }
    giveInputBack()
    return false
  }

  /// Restores the terminal; unread input is dropped. Does nothing if no input was taken over.
  static func giveInputBack() {
    taken.withLock { taken in
      if var taken {
        tcflush(taken.terminal, TCIFLUSH)
        tcsetattr(taken.terminal, TCSANOW, &taken.before)
      }
      taken = nil
    }
  }

  /// Columns and rows of standard error's terminal; 80 and 24 if unknown.
  static var errorSize: (columns: Int, rows: Int) {
    let size = window(of: STDERR_FILENO)
    return (
      size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80,
      size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24
    )
  }

  /// Whether standard error's terminal can move its cursor.
  static var errorMovesCursor: Bool {
    errorIsTerminal && environment("TERM").map { $0 != "dumb" } == true
  }

  /// Writes a result. A closed reader is not an error.
  ///
  /// - Throws: ``ConversionError`` if the result is lost.
  static func write(_ text: String) throws(ConversionError) {
    do {
      try FileDescriptor.standardOutput.writeAll(text.utf8)
    } catch let errno as Errno {
      if errno != .brokenPipe { throw lost(errno, name: "standard output") }
    } catch {}
  }

  /// The error that a result could not be written.
  static func lost(_ errno: Errno, name: String) -> ConversionError {
    let code = FailureCode(errno: errno.rawValue)
    return ConversionError(
      stage: .writing, kind: .inputOutput, code: code, file: name, reason: "\(errno)",
      remedy: code == .noSpace ? "free some space and run the command again" : nil)
  }

  /// Closes standard output, because file systems such as NFS report lost bytes only then.
  ///
  /// - Throws: ``ConversionError``.
  static func closeOutput() throws(ConversionError) {
    // Without a writable output nothing can be lost.
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY else { return }
    if close(STDOUT_FILENO) != 0 { throw lost(Errno(rawValue: errno), name: "standard output") }
  }

  /// Opens /dev/null for closed standard streams. Otherwise the next opened file would take their
  /// place, and text for the stream would end up in the file.
  static func holdClosedStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether the last line of the terminal is unfinished.
  private enum LineState { case closed, open, abandoned }

  private static let lastLine = Mutex(LineState.closed)

  /// Starts or continues a line without a line feed.
  ///
  /// - Returns: false once the process is ending, which prevents such lines.
  static func openLine() -> Bool {
    lastLine.withLock { line in
      if line == .closed { line = .open }
      return line == .open
    }
  }

  /// Records that no unfinished line is left.
  static func closeLine() { lastLine.withLock { if $0 == .open { $0 = .closed } } }

  /// Finishes an unfinished line, so that following text, such as a shell's prompt, starts on a new
  /// line. No further such line can start.
  static func abandonLine() {
    let isOpen = lastLine.withLock { line in
      defer { line = .abandoned }
      return line == .open
    }
    if isOpen { writeErrorPart("\n") }
  }

  /// Writes a line to standard error.
  static func writeError(_ text: String) { writeErrorPart(text + "\n") }

  /// Writes part of a line to standard error.
  static func writeErrorPart(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }

  /// An environment variable that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Asks on the terminal; false unless the answer starts with y.
  static func confirm(_ question: String) -> Bool {
    writeErrorPart("\(question) [y/N] ")
    guard let answer = readLine() else { return false }
    return answer.lowercased().hasPrefix("y")
  }
}
