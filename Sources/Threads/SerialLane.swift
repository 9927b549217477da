/// Runs pieces of work one after another, in the order of arrival, on the threads of a
/// ``LanePool``.
///
/// After each piece, the lane goes to the end of the pool's queue, so that many lanes make equal
/// progress.
package final class SerialLane: Sendable {
  private struct State {
    var work = Fifo<@Sendable () -> Void>()
    /// Whether a thread is running it, or will run it.
    var isQueued = false
  }

  private let state = GuardedState(State())
  private let pool: LanePool

  package init(_ pool: LanePool) { self.pool = pool }

  /// Adds a piece of work.
  package func start(_ body: @escaping @Sendable () -> Void) {
    let isNew = state.withLock { state in
      state.work.append(body)
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isNew { pool.queue(self) }
  }

  /// Runs the oldest piece.
  ///
  /// - Returns: whether more pieces wait.
  fileprivate func step() -> Bool {
    let body = state.withLock { $0.work.popFirst() }
    body?()
    return state.withLock { state in
      state.isQueued = !state.work.isEmpty
      return state.isQueued
    }
  }
}

/// A bounded number of threads for any number of lanes.
package final class LanePool: Sendable {
  private struct State {
    var lanes = Fifo<SerialLane>()
    var threads = 0
  }

  private let state = GuardedState(State())
  private let most: Int

  /// - Parameter most: the largest number of threads, at least 1.
  package init(most: Int) { self.most = max(1, most) }

  fileprivate func queue(_ lane: SerialLane) {
    let needsThread = state.withLock { state in
      state.lanes.append(lane)
      if state.threads == most { return false }
      state.threads += 1
      return true
    }
    if needsThread { WorkerThread.start("lane") { self.work() } }
  }

  private func work() {
    while let lane = next() {
      if lane.step() { state.withLock { $0.lanes.append(lane) } }
    }
  }

  /// Nil if the thread is no longer needed.
  private func next() -> SerialLane? {
    state.withLock { state in
      let lane = state.lanes.popFirst()
      if lane == nil { state.threads -= 1 }
      return lane
    }
  }
}
