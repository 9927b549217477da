/// Passes values from one thread to another in order, with at most ``capacity`` of them waiting.
///
/// A full queue makes the producer wait, an empty one the consumer, so the faster stage runs at the
/// pace of the slower one and memory stays bounded.
package final class BoundedQueue<Element>: @unchecked Sendable {
  /// The largest number of waiting values.
  let capacity: Int

  private var waiting: [Element] = []
  private var outcome: Result<Void, any Error>?
  private var isAbandoned = false
  private let monitor = Monitor()

  package init(capacity: Int) {
    precondition(capacity > 0, "a queue holds at least one value")
    self.capacity = capacity
  }

  /// Adds a value, and waits for space if the queue is full.
  ///
  /// - Returns: false if the consumer has abandoned the queue; the producer should stop.
  package func push(_ element: sending Element) -> Bool {
    monitor.enter {
      while waiting.count == capacity, !isAbandoned { monitor.wait() }
      if isAbandoned { return false }
      waiting.append(element)
      return true
    }
  }

  /// Ends the queue, because all values were sent or because of an error. Values already in the
  /// queue are delivered first.
  package func close(_ outcome: Result<Void, any Error>) {
    monitor.enter { self.outcome = outcome }
  }

  /// Waits for the next value; nil after the last.
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

  /// Abandons the queue: waiting and later pushes return false, and waiting values are dropped.
  package func abandon() {
    let dropped: [Element] = monitor.enter {
      isAbandoned = true
      defer { waiting = [] }
      return waiting
    }
    withExtendedLifetime(dropped) {}
  }
}
