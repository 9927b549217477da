internal import AnimConv
internal import CLibrary
internal import Synchronization
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
    let size = window(of: STDOUT_FILENO) ?? window(of: STDERR_FILENO)
    return size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80
  }

  /// What the terminal behind a descriptor tells of its size; nil for what is no terminal.
  private static func window(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Pixels of a character of the terminal that standard output is; nil when they are not known.
  static var cell: (width: Int, height: Int)? {
    guard let size = window(of: STDOUT_FILENO), size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    let (width, height) = (
      Int(size.ws_xpixel) / Int(size.ws_col), Int(size.ws_ypixel) / Int(size.ws_row)
    )
    return width > 0 && height > 0 ? (width, height) : nil
  }

  /// A terminal whose input is taken, and how it was before.
  private struct TakenInput: @unchecked Sendable {
    let terminal: Int32
    var before: termios
  }

  private static let taken = Mutex<TakenInput?>(nil)

  /// From now on what comes from a terminal is read at once, and not shown on it.
  ///
  /// - Parameter terminal: open until ``giveInputBack()``.
  /// - Returns: false when the terminal does not do that.
  static func takeInput(of terminal: Int32) -> Bool {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return false }
    taken.withLock { $0 = TakenInput(terminal: terminal, before: settings) }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Reading waits for a tenth of a second; `poll` takes no terminals on macOS.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 1
    }
    if tcsetattr(terminal, TCSANOW, &settings) == 0 { return true }
    giveInputBack()
    return false
  }

  /// Leaves the terminal as it was; what has come and was not read is dropped. Does nothing where no input
  /// is taken.
  static func giveInputBack() {
    taken.withLock { taken in
      if var taken {
        tcflush(taken.terminal, TCIFLUSH)
        tcsetattr(taken.terminal, TCSANOW, &taken.before)
      }
      taken = nil
    }
  }

  /// Columns and rows of the terminal that standard error is; 80 and 24 when they are not known.
  static var errorSize: (columns: Int, rows: Int) {
    let size = window(of: STDERR_FILENO)
    return (
      size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } ?? 80,
      size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24
    )
  }

  /// Whether the terminal that standard error is moves its cursor when told.
  static var errorMovesCursor: Bool {
    errorIsTerminal && environment("TERM").map { $0 != "dumb" } == true
  }

  /// Writes a result. A reader that went away has had what it wanted.
  ///
  /// - Throws: ``ConversionError`` when the result is lost.
  static func write(_ text: String) throws(ConversionError) {
    do {
      try FileDescriptor.standardOutput.writeAll(text.utf8)
    } catch let errno as Errno {
      if errno != .brokenPipe { throw lost(errno, name: "standard output") }
    } catch {}
  }

  /// That a result could not be written.
  static func lost(_ errno: Errno, name: String) -> ConversionError {
    let hasNoRoom = [.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(errno)
    return ConversionError(
      stage: .writing, kind: .inputOutput, file: name, reason: "\(errno)",
      remedy: hasNoRoom ? "free some space and run the command again" : nil)
  }

  /// Closes standard output, because file systems such as NFS tell only then that bytes were lost.
  ///
  /// - Throws: ``ConversionError``.
  static func closeOutput() throws(ConversionError) {
    // Nothing can have been lost where nothing can be written.
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY else { return }
    if close(STDOUT_FILENO) != 0 { throw lost(Errno(rawValue: errno), name: "standard output") }
  }

  /// Puts something that takes no bytes in the place of standard streams that are closed: the next
  /// file that is opened would take it, and what is meant for the stream would go into the file.
  static func holdClosedStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether the last line of the terminal is still being written.
  private enum LineState { case closed, open, abandoned }

  private static let lastLine = Mutex(LineState.closed)

  /// Begins or goes on with a line that ends without a line feed.
  ///
  /// - Returns: false once the process is ending, which lets no such line begin.
  static func openLine() -> Bool {
    lastLine.withLock { line in
      if line == .closed { line = .open }
      return line == .open
    }
  }

  /// Notes that nothing stands on such a line any more.
  static func closeLine() { lastLine.withLock { if $0 == .open { $0 = .closed } } }

  /// Ends a line that is still being written, so that what comes next, such as a shell's prompt, does
  /// not stand behind it. No further one begins.
  static func abandonLine() {
    let isOpen = lastLine.withLock { line in
      defer { line = .abandoned }
      return line == .open
    }
    if isOpen { writeErrorPart("\n") }
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
