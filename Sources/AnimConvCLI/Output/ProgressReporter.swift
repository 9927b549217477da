internal import AnimBatch
internal import AnimConv
internal import Synchronization

/// Reports the progress of a conversion on standard error: a line that rewrites itself on a
/// terminal, or JSON lines for programs.
final class ProgressReporter: Sendable {
  private enum Form { case none, line, json }

  private struct State {
    var began: ContinuousClock.Instant
    /// When the current phase started.
    var phaseBegan: ContinuousClock.Instant
    var lastPhase: Conversion.Progress.Phase?
    var line: TerminalLine
  }

  private let form: Form
  private let isQuiet: Bool
  private let state: Mutex<State>

  init(_ options: OutputOptions) {
    isQuiet = options.quiet
    switch options.progress {
    case .none: form = .none
    case .json: form = .json
    case .auto: form = Terminal.errorIsTerminal && !options.quiet ? .line : .none
    }
    // Most conversions end before a permanent line would be worthwhile.
    let line =
      form == .json ? TerminalLine(isRewritten: true) : TerminalLine(isPatient: true)
    state = Mutex(State(began: .now, phaseBegan: .now, line: line))
  }

  /// Shows the state, at most ten times per second and always at the end of a phase.
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
      case .line:
        state.line.show(
          Self.line(
            progress, elapsed: now - state.phaseBegan, columns: Terminal.errorSize.columns - 1))
      }
    }
  }

  /// Shows the number of compared frames; on a terminal only.
  func show(measured done: Int, of total: Int) {
    guard form == .line else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard state.line.isDue(done == total, at: now) else { return }
      state.line.show(
        ProgressText.line(
          "measuring", done: done, total: total, elapsed: now - state.began,
          columns: Terminal.errorSize.columns - 1))
    }
  }

  /// Reports the result of a try for a number of bytes or a quality.
  func show(_ attempt: Conversion.Try, of output: String) {
    finish()
    if form == .json {
      Terminal.writeError(Self.json(attempt))
    } else if !isQuiet {
      Terminal.writeError(
        "animconv: \(Diagnostics.printable(output)): \(Self.line(attempt))")
    }
  }

  /// `try 3: crf 31, 24 fps: 261234 bytes, fits`
  static func line(_ attempt: Conversion.Try) -> String {
    let changes = attempt.changes.isEmpty ? "as asked" : attempt.changes.joined(separator: ", ")
    guard let score = attempt.score else {
      return "try \(attempt.number): \(changes): \(attempt.byteCount) bytes"
        + (attempt.fits ? ", fits" : "")
    }
    return "try \(attempt.number): \(changes): \(score.measure.title) "
      + "\(score.measure.text(score.least)), \(attempt.byteCount) bytes"
      + (attempt.fits ? ", enough" : "")
  }

  static func json(_ attempt: Conversion.Try) -> String {
    let changes = attempt.changes.map { "\"\($0)\"" }.joined(separator: ",")
    let score = attempt.score.map { ",\"\($0.measure.rawValue)\":\($0.least)" } ?? ""
    return """
      {"try":\(attempt.number),"changes":[\(changes)],"bytes":\(attempt.byteCount)\(score),\
      "fits":\(attempt.fits)}
      """
  }

  /// Clears the line.
  func finish() {
    guard form == .line else { return }
    state.withLock { $0.line.clear() }
  }

  /// `120/600  48.2 fps  1.11 MB  ETA 0:10`
  ///
  /// - Parameters:
  ///   - elapsed: since the start of the phase.
  ///   - columns: the available columns.
  static func line(
    _ progress: Conversion.Progress, elapsed: Duration, columns: Int
  ) -> String {
    switch progress.phase {
    case .surveying: "surveying"
    case .finishing: "finishing"
    case .analyzing:
      ProgressText.line(
        "analyzing", done: progress.framesDone, total: progress.framesTotal, elapsed: elapsed,
        columns: columns)
    case .converting:
      ProgressText.line(
        done: progress.framesDone, total: progress.framesTotal, elapsed: elapsed,
        bytes: progress.byteCount, columns: columns)
    }
  }

  static func json(_ progress: Conversion.Progress, elapsed: Duration) -> String {
    """
    {"phase":"\(progress.phase.rawValue)","frame":\(progress.framesDone),\
    "frames":\(progress.framesTotal),"elapsed_ms":\(elapsed.wholeMilliseconds)}
    """
  }
}
