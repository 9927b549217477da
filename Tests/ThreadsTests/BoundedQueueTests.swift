import Synchronization
import Testing

@testable import Threads

@Suite struct BoundedQueueTests {
  private struct Broken: Error, Equatable {}

  @Test func valuesArriveInOrderAndTheEndIsNil() throws {
    let queue = BoundedQueue<Int>(capacity: 2)
    WorkerThread.start("test") {
      for value in 0..<1000 { _ = queue.push(value) }
      queue.close(.success(()))
    }
    var received: [Int] = []
    while let value = try queue.pop() { received.append(value) }
    #expect(received == Array(0..<1000))
    #expect(try queue.pop() == nil)
  }

  @Test func aFullQueueMakesTheProducerWait() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let pushed = Mutex(0)
    WorkerThread.start("test") {
      for value in 0..<50 {
        _ = queue.push(value)
        pushed.withLock { $0 = value + 1 }
      }
      queue.close(.success(()))
    }
    for taken in 1...50 {
      #expect(try queue.pop() == taken - 1)
      #expect(pushed.withLock { $0 } <= taken + 3)
    }
  }

  @Test func anErrorComesAfterTheValuesBeforeIt() throws {
    let queue = BoundedQueue<Int>(capacity: 4)
    _ = queue.push(1)
    queue.close(.failure(Broken()))
    #expect(try queue.pop() == 1)
    #expect(throws: Broken()) { try queue.pop() }
  }

  @Test func anAbandonedQueueReleasesTheProducerAndWhatWaits() throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.push(1))
    let finished = BoundedQueue<Bool>(capacity: 1)
    WorkerThread.start("test") { _ = finished.push(queue.push(2)) }
    queue.abandon()
    #expect(try finished.pop() == false)
    #expect(!queue.push(3))
  }
}
