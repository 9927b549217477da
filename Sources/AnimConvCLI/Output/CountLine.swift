internal import Synchronization

/// A count of finished items on a terminal.
final class CountLine: Sendable {
  private let isShown: Bool
  private let count: Int
  /// The plural name of the items.
  private let noun: String
  private let line = Mutex(TerminalLine())

  init(isShown: Bool, count: Int, _ noun: String) {
    self.noun = noun
    self.isShown = isShown
    self.count = count
  }

  func show(done: Int) {
    guard isShown else { return }
    line.withLock { line in
      if line.isDue(done == count, at: .now) { line.show("\(done)/\(count) \(noun)") }
    }
  }

  func finish() {
    if isShown { line.withLock { $0.clear() } }
  }
}
