import Dispatch

/// Ticks every 5 ms on queues of the program, like its own work, and records the largest delay. A
/// library that blocks the threads of these queues delays it.
public final class Ticker: Sendable {
  private struct State {
    var last: [ContinuousClock.Instant]
    var worst = 0.0
    var worstSince: ContinuousClock.Instant
    var mostThreads = 0
    var isStopped = false
  }

  private let start = ContinuousClock.now
  private let state: Guarded<State>
  private let queues: [DispatchQueue]

  public init() {
    // One private queue and two global queues.
    queues = [
      DispatchQueue(label: "program"), .global(qos: .userInitiated), .global(qos: .utility),
    ]
    state = Guarded(State(last: queues.map { _ in .now }, worstSince: start))
    for index in queues.indices { schedule(index) }
    watchThreads()
  }

  /// The longest time between two ticks so far, in milliseconds, including the current one.
  public var worstGap: Double {
    state.withLock { state in
      max(state.worst, state.last.map { (ContinuousClock.now - $0).milliseconds }.max() ?? 0)
    }
  }

  /// The start of the longest completed gap, in seconds after the first tick.
  public var worstGapBegan: Double {
    state.withLock { ($0.worstSince - start).milliseconds / 1000 }
  }

  /// The largest number of threads that was seen.
  public var mostThreads: Int { state.withLock { $0.mostThreads } }

  public func stop() { state.withLock { $0.isStopped = true } }

  private func schedule(_ index: Int) {
    queues[index].asyncAfter(deadline: .now() + .milliseconds(5)) { [self] in
      let goesOn = state.withLock { state in
        let now = ContinuousClock.now
        let gap = (now - state.last[index]).milliseconds
        if gap > state.worst {
          state.worst = gap
          state.worstSince = state.last[index]
        }
        state.last[index] = now
        return !state.isStopped
      }
      if goesOn { schedule(index) }
    }
  }

  private func watchThreads() {
    queues[0].asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in
      let threads = ProcessFigures.threads
      let goesOn = state.withLock { state in
        state.mostThreads = max(state.mostThreads, threads)
        return !state.isStopped
      }
      if goesOn { watchThreads() }
    }
  }
}
