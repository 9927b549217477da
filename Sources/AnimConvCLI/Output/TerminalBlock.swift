/// Lines at the end of a terminal that are rewritten repeatedly. If the cursor cannot move up, only
/// the last line.
struct TerminalBlock {
  private var line = TerminalLine()
  /// The current number of lines.
  private var count = 0
  private let movesCursor = Terminal.errorMovesCursor

  /// Whether it is time to show them; see ``TerminalLine/isDue(_:at:)``. Hidden lines are shown
  /// again at once.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    line.isDue(movesCursor && count == 0, at: now)
  }

  /// Overwrites the current lines, with at most as many as the terminal has room for.
  mutating func show(_ lines: [String]) {
    guard movesCursor else {
      if let last = lines.last { line.show(last) }
      return
    }
    let size = Terminal.errorSize
    let shown = lines.suffix(max(1, size.rows - 1)).map {
      ProgressText.fitted($0, columns: size.columns - 1)
    }
    guard Terminal.openLine() else { return }
    // Each line is cleared to its end, followed by leftovers of further lines.
    Terminal.writeErrorPart(
      toTheTop + shown.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J")
    count = shown.count
  }

  /// Hides them, so that other text can be written.
  mutating func clear() {
    if movesCursor {
      if count > 0 {
        Terminal.writeErrorPart(toTheTop + "\u{1B}[J")
        Terminal.closeLine()
      }
      count = 0
    } else {
      line.clear()
    }
  }

  /// Moves to the start of the first line.
  private var toTheTop: String { "\r" + (count > 1 ? "\u{1B}[\(count - 1)A" : "") }
}
