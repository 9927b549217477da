internal import CLibrary

/// Queries the terminal for the kinds of images that it supports. During the query, typed input is
/// lost.
enum TerminalQuery {
  /// The timeout: longer than a round trip around the world.
  private static let patience = Duration.seconds(1)

  /// - Returns: nil without a terminal in the foreground, and without a response.
  static func ask() -> TerminalAnswer? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // The system stops background processes that query the terminal.
    guard tcgetpgrp(terminal) == getpgrp(), Terminal.takeInput(of: terminal) else { return nil }
    defer { Terminal.giveInputBack() }
    let query = Array(TerminalAnswer.query.utf8)
    guard write(terminal, query, query.count) == query.count else { return nil }
    return answer(on: terminal)
  }

  private static func answer(on terminal: Int32) -> TerminalAnswer? {
    let end = ContinuousClock.now + patience
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 512)
    while bytes.count < 1 << 16, ContinuousClock.now < end {
      let count = read(terminal, &piece, piece.count)
      if count < 0, errno != EINTR { return nil }
      guard count > 0 else { continue }
      bytes += piece[..<count]
      if let answer = TerminalAnswer(parsing: String(decoding: bytes, as: UTF8.self)) {
        return answer
      }
    }
    return nil
  }
}
