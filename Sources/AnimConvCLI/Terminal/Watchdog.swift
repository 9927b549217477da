internal import AnimConv
internal import CLibrary
internal import Dispatch
internal import Synchronization

/// Ends a run that takes too long or makes no progress.
///
/// A run makes progress while the process uses processor time or reports progress: a slow encoder
/// does, a read from an idle pipe does not. Time is counted in wake-ups of this thread, so a
/// process that was suspended does not count as stalled.
final class Watchdog: Sendable {
  private let seconds: Int?
  private let stallSeconds: Int
  private let file: String
  private let movements = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - seconds: limit of the whole run; nil for none.
  ///   - stallSeconds: limit without processor time; 0 for none.
  init(seconds: Int?, stallSeconds: Int, file: String) {
    self.seconds = seconds
    self.stallSeconds = stallSeconds
    self.file = file
  }

  func start() {
    guard seconds != nil || stallSeconds > 0 else { return }
    DispatchQueue(label: "animconv.watchdog").async { self.watch() }
  }

  /// Ends the watchdog after the run.
  func end() { hasEnded.store(true, ordering: .relaxed) }

  /// Called after progress, even if it took little processor time.
  func noteMovement() {
    movements.add(1, ordering: .relaxed)
  }

  private func watch() {
    var elapsed = 0
    var idle = 0
    var used = processorMicroseconds
    while true {
      sleep(1)
      if hasEnded.load(ordering: .relaxed) { return }
      elapsed += 1
      let now = processorMicroseconds
      let hasMoved = movements.exchange(0, ordering: .relaxed) > 0
      idle = now - used < 2000 && !hasMoved ? idle + 1 : 0
      used = now
      if let seconds, elapsed >= seconds {
        give(up: "not done after \(seconds) s", remedy: "raise --timeout")
      }
      if stallSeconds > 0, idle >= stallSeconds {
        give(
          up: "no progress for \(stallSeconds) s",
          remedy: "raise --stall-timeout, or set it to 0")
      }
    }
  }

  private func give(up reason: ConversionMessage, remedy: ConversionMessage) {
    Terminal.abandonLine()
    Terminal.writeError(
      Diagnostics.line(
        for: ConversionError(
          stage: .reading, kind: .inputOutput, file: file, reason: reason, remedy: remedy)))
    SignalExit.exitNow(FailureKind.inputOutput.exitCode)
  }
}
