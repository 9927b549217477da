import AnimConv
import Dispatch
import Synchronization
import Testing
import Threads

@testable import AnimBatch

@Suite struct ResourceGateTests {
  private func need(_ slots: Int, _ bytes: Int) -> JobEstimate {
    JobEstimate(slots: slots, peakBytes: bytes, milliseconds: 1)
  }

  /// Many threads with all kinds of needs: the resources in use never exceed the limits, unless a
  /// thread runs alone.
  @Test func neverMoreIsAtWorkThanThereIs() {
    let gate = ResourceGate(slots: 3, bytes: 100)
    let inUse = Mutex((count: 0, slots: 0, bytes: 0, broken: 0))
    DispatchQueue.concurrentPerform(iterations: 300) { index in
      let granted = gate.enter(need(1 + index % 5, index * 37 % 150))
      inUse.withLock { state in
        state.count += 1
        state.slots += granted.slots
        state.bytes += granted.peakBytes
        if state.count > 1, state.slots > 3 || state.bytes > 100 { state.broken += 1 }
      }
      inUse.withLock { state in
        state.count -= 1
        state.slots -= granted.slots
        state.bytes -= granted.peakBytes
      }
      gate.leave(granted)
    }
    #expect(inUse.withLock { $0.broken } == 0)
  }

  @Test func sumsOfTheLargestNeedsDoNotOverflow() {
    let gate = ResourceGate(slots: .max, bytes: .max)
    let small = gate.enter(need(1, 1))
    let other = gate.enter(need(.max - 1, .max - 1))
    gate.leave(other)
    gate.leave(small)
    let large = gate.enter(need(.max, .max))
    let isEntered = DispatchSemaphore(value: 0)
    WorkerThread.start("waiting") {
      gate.leave(gate.enter(self.need(1, 1)))
      isEntered.signal()
    }
    #expect(isEntered.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    gate.leave(large)
    isEntered.wait()
  }

  @Test func jobsAreKeptToWhatAMachineCanStart() {
    var options = BatchOptions()
    options.jobs = .max
    #expect(options.jobs == BatchOptions.maxJobs)
    options.jobs = 0
    #expect(options.jobs == 1)
  }

  @Test func largeOnesGoAloneAndSmallOnesSideBySide() {
    let gate = ResourceGate(slots: 2, bytes: 100)
    let small = gate.enter(need(1, 10))
    let other = gate.enter(need(1, 10))
    let hasEntered = Atomic(false)
    let done = DispatchSemaphore(value: 0)
    WorkerThread.start("waiting") {
      let large = gate.enter(need(64, 10_000))
      hasEntered.store(true, ordering: .sequentiallyConsistent)
      gate.leave(large)
      done.signal()
    }
    gate.leave(small)
    #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
    let wasEarly = hasEntered.load(ordering: .sequentiallyConsistent)
    #expect(!wasEarly)
    gate.leave(other)
    done.wait()
    let entered = hasEntered.load(ordering: .sequentiallyConsistent)
    #expect(entered)
  }
}
