internal import CLibrary

/// A value that only one thread at a time can access.
///
/// Wraps `pthread_mutex_t`. `Mutex` of the standard library would also work, but on Linux its
/// waiting threads are woken by the kernel alone, which the thread sanitizer cannot see.
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

  /// Gives exclusive access to the value.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
