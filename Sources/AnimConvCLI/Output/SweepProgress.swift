internal import Synchronization

/// How many settings are done, on a terminal.
final class SweepProgress: Sendable {
  private let isShown: Bool
  private let count: Int
  private let line = Mutex(TerminalLine())

  init(isShown: Bool, count: Int) {
    self.isShown = isShown
    self.count = count
  }

  func show(done: Int) {
    if isShown { line.withLock { $0.show("\(done)/\(count) settings") } }
  }

  func finish() {
    if isShown { line.withLock { $0.clear() } }
  }
}
