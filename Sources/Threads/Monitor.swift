internal import CLibrary

/// Admits one thread at a time, and lets a thread inside wait until another has changed something.
///
/// Wraps `pthread_mutex_t` and `pthread_cond_t`.
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs a closure exclusively and wakes all waiting threads.
  package func enter<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Runs a closure exclusively and wakes one waiting thread: enough if all of them wait for the
  /// same condition.
  func enterWakingOne<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Admits other threads until one of them has left. Call this only inside the body of
  /// ``enter(_:)``; afterwards, check the condition again.
  package func wait() { pthread_cond_wait(changed, mutex) }

  /// Waits at most some seconds for a change.
  ///
  /// - Returns: false if the time has passed.
  func wait(seconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    return pthread_cond_timedwait(changed, mutex, &end) == 0
  }
}
