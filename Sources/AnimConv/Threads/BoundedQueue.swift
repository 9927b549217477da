#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Hands values from one thread to another in order, holding no more than ``capacity`` of them.
///
/// A full queue makes the producer wait, an empty one the consumer: so the faster stage runs at
/// the slower one's pace and memory stays bounded.
final class BoundedQueue<Element>: @unchecked Sendable {
  /// The most values that wait at once.
  let capacity: Int

  private var waiting: [Element] = []
  private var outcome: Result<Void, any Error>?
  private var isAbandoned = false
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init(capacity: Int) {
    precondition(capacity > 0, "a queue holds at least one value")
    self.capacity = capacity
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

  /// Adds a value, waiting for room.
  ///
  /// - Returns: false when the consumer has abandoned the queue; the producer should stop.
  func push(_ element: sending Element) -> Bool {
    lock {
      while waiting.count == capacity, !isAbandoned { wait() }
      if isAbandoned { return false }
      waiting.append(element)
      return true
    }
  }

  /// Says that no more values come, because all were sent or because of an error. Values already
  /// in the queue are delivered first.
  func close(_ outcome: Result<Void, any Error>) {
    lock { self.outcome = outcome }
  }

  /// The next value, waiting for it; nil after the last.
  ///
  /// - Throws: the error that the producer closed the queue with.
  func pop() throws -> Element? {
    let next: Result<Element?, any Error> = lock {
      while waiting.isEmpty, outcome == nil { wait() }
      if !waiting.isEmpty { return .success(waiting.removeFirst()) }
      return outcome!.map { nil }
    }
    return try next.get()
  }

  /// Says that nobody will take values any more: waiting and later pushes return false, and what
  /// waits is let go.
  func abandon() {
    let dropped: [Element] = lock {
      isAbandoned = true
      defer { waiting = [] }
      return waiting
    }
    _ = dropped
  }

  private func wait() { pthread_cond_wait(changed, mutex) }

  private func lock<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
