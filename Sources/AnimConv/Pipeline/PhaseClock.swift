internal import Threads

/// Measures the phases of a conversion.
final class PhaseClock: Sendable {
  private struct State {
    var phase: Conversion.Progress.Phase?
    var since = ContinuousClock.now
    var durations: [Conversion.Progress.Phase: Duration] = [:]

    mutating func enter(_ next: Conversion.Progress.Phase?) {
      let now = ContinuousClock.now
      if let phase { durations[phase, default: .zero] += now - since }
      (phase, since) = (next, now)
    }
  }

  private let state = GuardedState(State())

  /// A phase begins or continues.
  func note(_ phase: Conversion.Progress.Phase) {
    state.withLock { if $0.phase != phase { $0.enter(phase) } }
  }

  /// The time in each phase so far.
  var durations: [Conversion.Progress.Phase: Duration] {
    state.withLock { state in
      state.enter(state.phase)
      return state.durations
    }
  }
}
