import Dispatch
import Synchronization
import Testing
import Threads

/// Threads that wait for resources.
@Suite struct BlockingWorkTests {
  private func enter(_ gate: WorkGate, _ slots: Int, _ bytes: Int) -> WorkPermit {
    do {
      return try gate.enter(
        needing: WorkNeed(slots: slots, bytes: bytes), cancellation: CancellationFlag())
    } catch {
      fatalError("nothing is cancelled: \(error)")
    }
  }

  /// Many threads with all kinds of needs: the resources in use never exceed the limits, unless a
  /// thread runs alone.
  @Test func neverMoreIsAtWorkThanThereIs() {
    let gate = WorkGate(slots: 3, bytes: 100)
    let inUse = Mutex((count: 0, slots: 0, bytes: 0, broken: 0))
    DispatchQueue.concurrentPerform(iterations: 300) { index in
      let (slots, bytes) = (1 + index % 5, index * 37 % 150)
      let granted = enter(gate, slots, bytes)
      inUse.withLock { state in
        state.count += 1
        state.slots += min(3, slots)
        state.bytes += bytes
        if state.count > 1, state.slots > 3 || state.bytes > 100 { state.broken += 1 }
      }
      inUse.withLock { state in
        state.count -= 1
        state.slots -= min(3, slots)
        state.bytes -= bytes
      }
      granted.end()
    }
    #expect(inUse.withLock { $0.broken } == 0)
  }

  @Test func sumsOfTheLargestNeedsDoNotOverflow() {
    let gate = WorkGate(slots: .max, bytes: .max)
    let small = enter(gate, 1, 1)
    let other = enter(gate, .max - 1, .max - 1)
    other.end()
    small.end()
    let large = enter(gate, .max, .max)
    let isEntered = DispatchSemaphore(value: 0)
    WorkerThread.start("waiting") {
      self.enter(gate, 1, 1).end()
      isEntered.signal()
    }
    #expect(isEntered.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    large.end()
    isEntered.wait()
  }

  @Test func largeOnesGoAloneAndSmallOnesSideBySide() {
    let gate = WorkGate(slots: 2, bytes: 100)
    let small = enter(gate, 1, 10)
    let other = enter(gate, 1, 10)
    let hasEntered = Atomic(false)
    let done = DispatchSemaphore(value: 0)
    WorkerThread.start("waiting") {
      let large = self.enter(gate, 64, 10_000)
      hasEntered.store(true, ordering: .sequentiallyConsistent)
      large.end()
      done.signal()
    }
    small.end()
    #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
    let wasEarly = hasEntered.load(ordering: .sequentiallyConsistent)
    #expect(!wasEarly)
    other.end()
    done.wait()
    let entered = hasEntered.load(ordering: .sequentiallyConsistent)
    #expect(entered)
  }

  @Test func cancelledWorkStopsWaiting() throws {
    let gate = WorkGate(slots: 1, bytes: 10)
    let first = enter(gate, 1, 10)
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try gate.enter(needing: WorkNeed(slots: 1, bytes: 1), cancellation: flag)
    }
    first.end()
    #expect(gate.inside == 0 && gate.waiting == 0)
  }
}
