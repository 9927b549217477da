internal import Dispatch

/// The result of work on another thread, which is passed on once.
final class AwaitedResult<Value>: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  /// Written before the signal, read after it.
  private var result: Result<Value, any Error>?

  /// Runs the work on the current thread and passes on its result.
  func fulfill(_ work: () throws -> Value) {
    result = Result { try work() }
    isDone.signal()
  }

  /// Whether the result is available. After true was returned, ``take()`` must not be called.
  func hasEnded() -> Bool { isDone.wait(timeout: .now()) == .success }

  /// Waits for the result; called once.
  func take() throws -> Value {
    isDone.wait()
    return try result.take()!.get()
  }
}
