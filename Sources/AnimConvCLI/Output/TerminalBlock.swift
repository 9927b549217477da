/// Lines at the end of a terminal that are written again and again. Where the cursor cannot be moved up,
/// the last of them alone.
struct TerminalBlock {
  private var line = TerminalLine()
  /// How many stand there.
  private var count = 0
  private let movesCursor = Terminal.errorMovesCursor

  /// Whether it is time to show them; see ``TerminalLine/isDue(_:at:)``. Those that were taken away are
  /// shown again at once.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    line.isDue(movesCursor && count == 0, at: now)
  }

  /// Writes over what stands there: no more than the terminal has room for, the last ones.
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
    // Each line is cleared to its end, and then what is left of more lines.
    Terminal.writeErrorPart(
      toTheTop + shown.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J")
    count = shown.count
  }

  /// Takes them away, so that something else can be written.
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

  /// To the beginning of the first line.
  private var toTheTop: String { "\r" + (count > 1 ? "\u{1B}[\(count - 1)A" : "") }
}
