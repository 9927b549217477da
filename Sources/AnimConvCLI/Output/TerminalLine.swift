/// A line at the end of a terminal that is rewritten repeatedly, at most ten times per second.
///
/// A terminal that cannot move its cursor gets a new line every five seconds instead.
struct TerminalLine {
  private var width = 0
  private var lastShown: ContinuousClock.Instant?
  private let isRewritten: Bool

  /// - Parameter isPatient: whether the first line also waits if it would be permanent.
  init(isPatient: Bool = false, isRewritten: Bool = Terminal.errorMovesCursor) {
    self.isRewritten = isRewritten
    lastShown = isPatient && !isRewritten ? .now : nil
  }

  private var interval: Duration { isRewritten ? .milliseconds(100) : .seconds(5) }

  /// Whether enough time has passed since the line was last shown; if so, records it as shown now.
  ///
  /// - Parameter isMilestone: whether to show it even if it is not due, unless it would be
  ///   permanent.
  mutating func isDue(_ isMilestone: Bool = false, at now: ContinuousClock.Instant) -> Bool {
    let isUrgent = isMilestone && isRewritten
    if !isUrgent, let lastShown, now - lastShown < interval { return false }
    lastShown = now
    return true
  }

  /// Overwrites the line, limited to the terminal's width.
  mutating func show(_ text: String) {
    let text = ProgressText.fitted(text, columns: Terminal.errorSize.columns - 1)
    guard isRewritten else { return Terminal.writeError(text) }
    guard Terminal.openLine() else { return }
    let padding = String(repeating: " ", count: max(0, width - text.count))
    width = text.count
    Terminal.writeErrorPart("\r\(text)\(padding)")
  }

  mutating func clear() {
    if width > 0 {
      Terminal.writeErrorPart("\r" + String(repeating: " ", count: width) + "\r")
      Terminal.closeLine()
    }
    width = 0
  }
}
