/// Does pieces of work one after the other, in the order in which they come, on the threads of a
/// ``LanePool``.
///
/// After each piece the lane queues up again behind the pool's other lanes, so that many lanes get
/// on equally.
package final class SerialLane: Sendable {
  private struct State {
    var work = Fifo<@Sendable () -> Void>()
    /// Whether a thread has it, or will have it.
    var isQueued = false
  }

  private let state = GuardedState(State())
  private let pool: LanePool

  package init(_ pool: LanePool) { self.pool = pool }

  /// Takes a piece of work.
  package func start(_ body: @escaping @Sendable () -> Void) {
    let isNew = state.withLock { state in
      state.work.append(body)
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isNew { pool.queue(self) }
  }

  /// Does the oldest piece.
  ///
  /// - Returns: whether there is more.
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

  /// - Parameter most: threads at once, at least 1.
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

  /// Nil when the thread is not needed any more.
  private func next() -> SerialLane? {
    state.withLock { state in
      let lane = state.lanes.popFirst()
      if lane == nil { state.threads -= 1 }
      return lane
    }
  }
}
