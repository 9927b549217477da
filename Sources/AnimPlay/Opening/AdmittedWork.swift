package import Threads

/// Work on its own thread, once its turn has come, from the point of view of that work.
package final class AdmittedWork: Sendable {
  /// Set when the task that waits for the work is cancelled.
  package let cancellation: CancellationFlag
  /// The limits of the work.
  package let permit: WorkPermit
  private let handover: any Promise

  private init(
    _ cancellation: CancellationFlag, _ permit: WorkPermit, _ handover: any Promise
  ) {
    self.cancellation = cancellation
    self.permit = permit
    self.handover = handover
  }

  /// Marks the start of something that must be undone. Before this call, a cancelled task returns
  /// at once and the work ends on its own, even if the system cannot interrupt a read. After this
  /// call, a cancelled task waits until the work has cleaned up.
  ///
  /// - Throws: `CancellationError` if the work was cancelled.
  package func commit() throws { try handover.commit() }

  /// Leaves the clean-up to `undo`. A cancelled task then returns once `undo` has run, and the work
  /// ends on its own, however long its encoder takes.
  ///
  /// - Parameter undo: called on its own thread.
  /// - Throws: `CancellationError` if the work was cancelled.
  package func entrust(undo: @escaping @Sendable () -> Void) throws {
    handover.entrust(undo)
    if cancellation.isCancelled {
      handover.abandon()
      throw CancellationError()
    }
  }

  /// Waits for a turn, then runs work on its own thread.
  ///
  /// - Parameters:
  ///   - priority: nil for that of the task.
  ///   - cancellation: set when the task is cancelled; the caller may set it as well.
  ///   - body: its result is dropped if it arrives after a cancellation, unless there is something
  ///     that only the work itself can undo.
  /// - Throws: what `body` throws; `CancellationError`.
  package static func run<Value: Sendable>(
    _ name: String, in gate: WorkGate, for purpose: WorkGate.Purpose = .conversion,
    priority: TaskPriority? = nil, cancellation flag: CancellationFlag = CancellationFlag(),
    _ body: @escaping @Sendable (AdmittedWork) throws -> Value
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      let permit = try await gate.admit(
        purpose, priority: priority ?? Task.currentPriority, cancellation: flag)
      let handover = Handover<Value>()
      return try await withCheckedThrowingContinuation { continuation in
        handover.wait(continuation)
        WorkerThread.startTask(name) {
          let work = AdmittedWork(flag, permit, handover)
          let result = Result {
            try flag.check()
            return try CancellationFlag.$betweenFrames.withValue(flag) { try body(work) }
          }
          permit.end()
          handover.finish(result)
          FreeMemory.giveBackNowAndThen()
        }
        flag.whenSet { handover.abandon() }
      }
    } onCancel: {
      flag.set()
    }
  }
}

/// A result that a task waits for.
private protocol Promise: Sendable {
  func commit() throws
  func entrust(_ undo: @escaping @Sendable () -> Void)
  func abandon()
}

/// Passes a result to the waiting task, or first informs the task that it was cancelled.
package final class Handover<Value: Sendable>: Promise {
  private enum Stage {
    /// The cancelled task does not have to wait.
    case free
    /// Only the work can undo what it does.
    case committed
    case entrusted(undo: @Sendable () -> Void)
    case abandoned
  }

  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var stage = Stage.free
  }

  private let state = GuardedState(State())

  package init() {}

  package func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  /// From here on the task waits for the result in every case.
  ///
  /// - Throws: `CancellationError` if the task no longer waits.
  package func commit() throws {
    try state.withLock { state in
      if case .abandoned = state.stage { throw CancellationError() }
      state.stage = .committed
    }
  }

  package func entrust(_ undo: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if case .abandoned = state.stage { return }
      state.stage = .entrusted(undo: undo)
    }
  }

  package func finish(_ result: Result<Value, any Error>) { take()?.resume(with: result) }

  /// Called when the work is cancelled.
  package func abandon() {
    let stage = state.withLock { state in
      let stage = state.stage
      if case .committed = stage { return stage }
      state.stage = .abandoned
      return stage
    }
    switch stage {
    case .committed, .abandoned: break
    case .free: take()?.resume(throwing: CancellationError())
    case .entrusted(let undo):
      WorkerThread.start("undoing") {
        undo()
        self.take()?.resume(throwing: CancellationError())
      }
    }
  }

  private func take() -> CheckedContinuation<Value, any Error>? {
    state.withLock { $0.continuation.take() }
  }
}
