/// Hands values from one thread to another in order, holding no more than ``capacity`` of them.
///
/// A full queue makes the producer wait, an empty one the consumer: so the faster stage runs at
/// the slower one's pace and memory stays bounded.
package final class BoundedQueue<Element>: @unchecked Sendable {
  /// The most values that wait at once.
  let capacity: Int

  private var waiting: [Element] = []
  private var outcome: Result<Void, any Error>?
  private var isAbandoned = false
  private let monitor = Monitor()

  package init(capacity: Int) {
    precondition(capacity > 0, "a queue holds at least one value")
    self.capacity = capacity
  }

  /// Adds a value, waiting for room.
  ///
  /// - Returns: false when the consumer has abandoned the queue; the producer should stop.
  package func push(_ element: sending Element) -> Bool {
    monitor.enter {
      while waiting.count == capacity, !isAbandoned { monitor.wait() }
      if isAbandoned { return false }
      waiting.append(element)
      return true
    }
  }

  /// Says that no more values come, because all were sent or because of an error. Values already
  /// in the queue are delivered first.
  package func close(_ outcome: Result<Void, any Error>) {
    monitor.enter { self.outcome = outcome }
  }

  /// The next value, waiting for it; nil after the last.
  ///
  /// - Throws: the error that the producer closed the queue with.
  package func pop() throws -> Element? {
    let next: Result<Element?, any Error> = monitor.enter {
      while waiting.isEmpty, outcome == nil { monitor.wait() }
      if !waiting.isEmpty { return .success(waiting.removeFirst()) }
      return outcome!.map { nil }
    }
    return try next.get()
  }

  /// Says that nobody will take values any more: waiting and later pushes return false, and what
  /// waits is let go.
  package func abandon() {
    let dropped: [Element] = monitor.enter {
      isAbandoned = true
      defer { waiting = [] }
      return waiting
    }
    withExtendedLifetime(dropped) {}
  }
}
