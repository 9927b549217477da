internal import AnimConv
internal import CLibrary
internal import Dispatch
internal import Synchronization

/// Ends a run that takes too long or has stopped moving.
///
/// A run moves as long as the process uses processor time or reports progress: a slow encoder does,
/// a read from a pipe into which nobody writes does not. Time is counted in wakes of this thread, so a process that was
/// suspended and resumed is not taken for a stalled one.
final class Watchdog: Sendable {
  private let seconds: Int?
  private let stallSeconds: Int
  private let file: String
  private let movements = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - seconds: of the whole run; nil for no end.
  ///   - stallSeconds: without processor time; 0 for no end.
  init(seconds: Int?, stallSeconds: Int, file: String) {
    self.seconds = seconds
    self.stallSeconds = stallSeconds
    self.file = file
  }

  func start() {
    guard seconds != nil || stallSeconds > 0 else { return }
    DispatchQueue(label: "animconv.watchdog").async { self.watch() }
  }

  /// Ends the watch: the run is done.
  func end() { hasEnded.store(true, ordering: .relaxed) }

  /// Called when something has moved, however little processor time it took.
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

  private func give(up reason: Message, remedy: Message) {
    Terminal.abandonLine()
    Terminal.writeError(
      Diagnostics.line(
        for: ConversionError(
          stage: .reading, kind: .inputOutput, file: file, reason: reason, remedy: remedy)))
    SignalExit.exitNow(FailureKind.inputOutput.exitCode)
  }
}
