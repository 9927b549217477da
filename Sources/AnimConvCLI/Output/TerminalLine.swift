/// A line at the end of a terminal that is written again and again, at most ten times a second.
struct TerminalLine {
  private var width = 0
  private var lastShown: ContinuousClock.Instant?

  /// Whether enough time has passed since the line was shown last; takes it for shown now.
  ///
  /// - Parameter isMilestone: whether it is to be shown in any case.
  mutating func isDue(_ isMilestone: Bool = false, at now: ContinuousClock.Instant) -> Bool {
    if !isMilestone, let lastShown, now - lastShown < .milliseconds(100) { return false }
    lastShown = now
    return true
  }

  /// Writes over what stands there; no more than the terminal is wide.
  mutating func show(_ text: String) {
    let text = ProgressText.fitted(text, columns: Terminal.errorSize.columns - 1)
    let padding = String(repeating: " ", count: max(0, width - text.count))
    width = text.count
    Terminal.writeErrorPart("\r\(text)\(padding)")
  }

  mutating func clear() {
    if width > 0 {
      Terminal.writeErrorPart("\r" + String(repeating: " ", count: width) + "\r")
    }
    width = 0
  }
}
