package import Threads

/// Work on a thread of its own that began when it was its turn, as the work itself sees it.
package final class AdmittedWork: Sendable {
  /// Set when the task is cancelled that waits for the work.
  package let cancellation: CancellationFlag
  /// What the work may take.
  package let permit: WorkPermit
  private let handover: any Promise

  private init(
    _ cancellation: CancellationFlag, _ permit: WorkPermit, _ handover: any Promise
  ) {
    self.cancellation = cancellation
    self.permit = permit
    self.handover = handover
  }

  /// Says that something begins that has to be undone. Until then, whoever cancels is told at once
  /// and the work ends on its own, however long a read takes that the system cannot interrupt; from
  /// then on he waits until the work has cleared up.
  ///
  /// - Throws: `CancellationError` when it has been cancelled.
  package func commit() throws { try handover.commit() }

  /// Says that somebody else can undo what the work has done and is doing: whoever cancels is told
  /// when that has happened, and the work ends on its own, however long its encoder takes.
  ///
  /// - Parameter undo: called on a thread of its own.
  /// - Throws: `CancellationError` when it has been cancelled.
  package func entrust(undo: @escaping @Sendable () -> Void) throws {
    handover.entrust(undo)
    if cancellation.isCancelled {
      handover.abandon()
      throw CancellationError()
    }
  }

  /// Waits for a turn, then does some work on a thread of its own.
  ///
  /// - Parameters:
  ///   - cancellation: set when the task is cancelled; whoever gives it may set it, too.
  ///   - body: its result is dropped when it comes after a cancellation, unless there is something
  ///     that only it can undo.
  /// - Throws: what `body` throws; `CancellationError`.
  package static func run<Value: Sendable>(
    _ name: String, in gate: WorkGate, for purpose: WorkGate.Purpose = .conversion,
    cancellation flag: CancellationFlag = CancellationFlag(),
    _ body: @escaping @Sendable (AdmittedWork) throws -> Value
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      let permit = try await gate.admit(purpose, cancellation: flag)
      let handover = Handover<Value>()
      return try await withCheckedThrowingContinuation { continuation in
        handover.wait(continuation)
        WorkerThread.start(name) {
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

/// What somebody waits for.
private protocol Promise: Sendable {
  func commit() throws
  func entrust(_ undo: @escaping @Sendable () -> Void)
  func abandon()
}

/// Hands a result to a task that waits for it, or tells the task first that it was cancelled.
final class Handover<Value: Sendable>: Promise {
  private enum Stage {
    /// Whoever cancels need not wait.
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

  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  /// From here on the task waits for the result, whatever happens.
  ///
  /// - Throws: `CancellationError` when it does not wait any more.
  func commit() throws {
    try state.withLock { state in
      if case .abandoned = state.stage { throw CancellationError() }
      state.stage = .committed
    }
  }

  func entrust(_ undo: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if case .abandoned = state.stage { return }
      state.stage = .entrusted(undo: undo)
    }
  }

  func finish(_ result: Result<Value, any Error>) { take()?.resume(with: result) }

  /// Called when the work is cancelled.
  func abandon() {
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
