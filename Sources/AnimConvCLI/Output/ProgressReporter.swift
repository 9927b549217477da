internal import AnimConv
internal import Synchronization

/// Tells how far a conversion has come: a line that rewrites itself on a terminal, or lines of JSON
/// for programs, both on standard error.
final class ProgressReporter: Sendable {
  private enum Form { case none, line, json }

  private struct State {
    var began: ContinuousClock.Instant
    /// When the current phase began.
    var phaseBegan: ContinuousClock.Instant
    var lastPhase: Conversion.Progress.Phase?
    var line = TerminalLine()
  }

  private let form: Form
  private let isQuiet: Bool
  private let state = Mutex(State(began: .now, phaseBegan: .now))

  init(_ options: OutputOptions) {
    isQuiet = options.quiet
    switch options.progress {
    case .none: form = .none
    case .json: form = .json
    case .auto: form = Terminal.errorIsTerminal && !options.quiet ? .line : .none
    }
  }

  /// Shows the state, at most ten times a second and always at the end of a phase.
  func show(_ progress: Conversion.Progress) {
    guard form != .none else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      let isMilestone =
        progress.phase != state.lastPhase
        || progress.phase == .converting && progress.framesDone == progress.framesTotal
      guard state.line.isDue(isMilestone, at: now) else { return }
      if progress.phase != state.lastPhase { state.phaseBegan = now }
      state.lastPhase = progress.phase
      switch form {
      case .none: break
      case .json: Terminal.writeError(Self.json(progress, elapsed: now - state.began))
      case .line: state.line.show(Self.line(progress, elapsed: now - state.phaseBegan))
      }
    }
  }

  /// Shows how many frames have been compared; on a terminal only.
  func show(measured done: Int, of total: Int) {
    guard form == .line else { return }
    state.withLock { state in
      guard state.line.isDue(done == total, at: .now) else { return }
      state.line.show("measuring \(done)/\(total)")
    }
  }

  /// Tells how a try for a number of bytes came out.
  func show(_ attempt: SizeTry, of output: String) {
    finish()
    if form == .json {
      Terminal.writeError(Self.json(attempt))
    } else if !isQuiet {
      Terminal.writeError(
        "animconv: \(Diagnostics.printable(output)): \(Self.line(attempt))")
    }
  }

  /// `try 3: crf 31, 24 fps: 261234 bytes, fits`
  static func line(_ attempt: SizeTry) -> String {
    let changes = attempt.changes.isEmpty ? "as asked" : attempt.changes.joined(separator: ", ")
    return "try \(attempt.number): \(changes): \(attempt.byteCount) bytes"
      + (attempt.fits ? ", fits" : "")
  }

  static func json(_ attempt: SizeTry) -> String {
    let changes = attempt.changes.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"try":\(attempt.number),"changes":[\(changes)],"bytes":\(attempt.byteCount),\
      "fits":\(attempt.fits)}
      """
  }

  /// Clears the line.
  func finish() {
    guard form == .line else { return }
    state.withLock { $0.line.clear() }
  }

  /// `frame 120/600  20%  48.2 fps  ETA 0:10`
  ///
  /// - Parameter elapsed: since the phase began.
  static func line(_ progress: Conversion.Progress, elapsed: Duration) -> String {
    switch progress.phase {
    case .surveying: return "surveying"
    case .finishing: return "finishing"
    case .looking, .converting: break
    }
    let percent = progress.framesDone * 100 / max(1, progress.framesTotal)
    var text = progress.phase == .looking ? "looking at frame " : "frame "
    text += "\(progress.framesDone)/\(progress.framesTotal)  \(percent)%"
    let milliseconds = max(1, elapsed.milliseconds)
    let tenthsPerSecond = progress.framesDone * 10_000 / milliseconds
    text += "  \(tenthsPerSecond / 10).\(tenthsPerSecond % 10) fps"
    let left = progress.framesTotal - progress.framesDone
    let seconds = left * milliseconds / max(1, progress.framesDone) / 1000
    return text + "  " + TerminalLine.remaining(seconds: seconds)
  }

  static func json(_ progress: Conversion.Progress, elapsed: Duration) -> String {
    """
    {"phase":"\(progress.phase.rawValue)","frame":\(progress.framesDone),\
    "frames":\(progress.framesTotal),"elapsed_ms":\(elapsed.milliseconds)}
    """
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
