import Dispatch
import Synchronization

@testable import Threads

/// Runs work on a separate thread, so that a test can detect that it hangs.
///
/// A hanging thread cannot be ended; it is abandoned, and the test fails instead of hanging.
enum Watched {
  /// The work has not ended within a time far beyond its need.
  struct StandsStill: Error {}

  /// - Parameter seconds: the time after which the work counts as hanging.
  static func run<Value: Sendable>(
    seconds: Int = 120, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let isDone = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    WorkerThread.start("watched") {
      let result = Result { try body() }
      outcome.value.withLock { $0 = result }
      isDone.signal()
    }
    guard isDone.wait(timeout: .now() + .seconds(seconds)) == .success else { throw StandsStill() }
    return try outcome.value.withLock { $0! }.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
