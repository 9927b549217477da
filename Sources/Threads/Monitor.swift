internal import CLibrary

/// Lets one thread at a time in, and lets those inside wait until another has changed something.
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

  /// Does something that nobody else does meanwhile, and wakes all who wait.
  package func enter<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Does something that nobody else does meanwhile, and wakes one of those who wait: enough where
  /// all of them wait for the same.
  func enterWakingOne<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Lets others in until one of them has left. Only inside the body of ``enter(_:)``; what was
  /// waited for has to be looked at again afterwards.
  package func wait() { pthread_cond_wait(changed, mutex) }

  /// The same for no longer than some seconds.
  ///
  /// - Returns: false when they are over.
  func wait(seconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    return pthread_cond_timedwait(changed, mutex, &end) == 0
  }
}
