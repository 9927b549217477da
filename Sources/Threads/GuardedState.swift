internal import CLibrary

/// A value that one thread at a time may see.
///
/// Wraps `pthread_mutex_t`. `Mutex` of the standard library is as good, but on Linux its waiting
/// threads are woken by the kernel alone, which the thread sanitizer cannot see.
package final class GuardedState<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Lends the value; nobody else has it meanwhile.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
