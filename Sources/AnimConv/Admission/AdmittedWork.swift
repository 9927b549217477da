package import Threads

/// Work on a thread of its own that began when it was its turn, as the work itself sees it.
package final class AdmittedWork: Sendable {
  /// Set when the task is cancelled that waits for the work.
  package let cancellation: CancellationFlag
  /// What the work may take.
  package let permit: WorkPermit
  private let commitment: @Sendable () throws -> Void

  private init(
    _ cancellation: CancellationFlag, _ permit: WorkPermit,
    commitment: @escaping @Sendable () throws -> Void
  ) {
    self.cancellation = cancellation
    self.permit = permit
    self.commitment = commitment
  }

  /// Says that something begins that has to be undone. Until then, whoever cancels is told at once
  /// and the work ends on its own, however long a read takes that the system cannot interrupt; from
  /// then on he waits until the work has cleared up.
  ///
  /// - Throws: `CancellationError` when it has been cancelled.
  package func commit() throws { try commitment() }

  /// Waits for a turn, then does some work on a thread of its own.
  ///
  /// - Parameters:
  ///   - cancellation: set when the task is cancelled; whoever gives it may set it, too.
  ///   - body: its result is dropped when it comes after a cancellation and before
  ///     ``commit()``.
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
          let work = AdmittedWork(flag, permit, commitment: handover.commit)
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

/// Hands a result to a task that waits for it, or tells the task first that it was cancelled.
final class Handover<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var isCommitted = false
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
      if state.continuation == nil { throw CancellationError() }
      state.isCommitted = true
    }
  }

  func finish(_ result: Result<Value, any Error>) { take { _ in true }?.resume(with: result) }

  func abandon() { take { !$0.isCommitted }?.resume(throwing: CancellationError()) }

  private func take(
    where isRight: (State) -> Bool
  ) -> CheckedContinuation<Value, any Error>? {
    state.withLock { state in
      guard isRight(state) else { return nil }
      return state.continuation.take()
    }
  }
}
