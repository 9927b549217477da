import Synchronization
import Testing

@testable import Threads

@Suite struct WorkGateTests {
  private final class InUse: Sendable {
    private let state = Mutex((count: 0, slots: 0, bytes: 0, broken: 0))
    var broken: Int { state.withLock { $0.broken } }

    func change(_ sign: Int, _ need: WorkNeed, slots: Int, bytes: Int) {
      state.withLock { state in
        state.count += sign
        state.slots += sign * min(need.slots, slots)
        state.bytes += sign * need.bytes
        if state.count > 1, state.slots > slots || state.bytes > bytes { state.broken += 1 }
      }
    }
  }

  @Test func neverMoreRunsThanThereIs() async throws {
    let gate = WorkGate(slots: 3, bytes: 100 << 20)
    let inUse = InUse()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask {
          let flag = CancellationFlag()
          let need = WorkNeed(slots: 1 + index % 5, bytes: (index * 37 % 150) << 20)
          let permit = try! await gate.admit(cancellation: flag)
          await withCheckedContinuation { continuation in
            WorkerThread.start("test") {
              try! permit.goOn(needing: need, cancellation: flag)
              inUse.change(1, need, slots: 3, bytes: 100 << 20)
              inUse.change(-1, need, slots: 3, bytes: 100 << 20)
              permit.end()
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(inUse.broken == 0)
    #expect(gate.inside == 0)
    #expect(gate.waiting == 0)
  }

  /// Reserved memory reduces the number of running pieces, but at least one always runs.
  @Test func memoryThatIsSetApartIsNoWorks() async throws {
    let gate = WorkGate(slots: 4, bytes: 100 << 20)
    gate.setApart(bytes: 200 << 20)
    let first = try await gate.admit(cancellation: CancellationFlag())
    async let second = gate.admit(cancellation: CancellationFlag())
    while gate.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(gate.inside == 1)
    gate.setApart(bytes: -200 << 20)
    let permit = try await second
    #expect(gate.inside == 2 && gate.waiting == 0)
    permit.end()
    first.end()
  }

  @Test func cancellingAWaiterWakesItAtOnce() async throws {
    let gate = WorkGate(slots: 1, bytes: .max)
    let first = try await gate.admit(cancellation: CancellationFlag())
    let flags = (0..<100).map { _ in CancellationFlag() }
    // Each ends its own work: the order of arrival varies, and admitted work would block the
    // others.
    let tasks = flags.map { flag in Task { try await gate.admit(cancellation: flag).end() } }
    while gate.waiting < 100 { try await Task.sleep(for: .milliseconds(1)) }
    for (index, flag) in flags.enumerated() where index % 2 == 0 { flag.set() }
    for (index, task) in tasks.enumerated() where index % 2 == 0 {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(gate.waiting == 50)
    #expect(gate.inside == 1)
    first.end()
    for (index, task) in tasks.enumerated() where index % 2 == 1 { try await task.value }
    #expect(gate.inside == 0)
  }

  @Test func aSetFlagPreventsWaiting() async throws {
    let gate = WorkGate(slots: 1, bytes: .max)
    let first = try await gate.admit(cancellation: CancellationFlag())
    let flag = CancellationFlag()
    flag.set()
    await #expect(throws: CancellationError.self) { _ = try await gate.admit(cancellation: flag) }
    first.end()
  }

  @Test func largeWorkIsNotPutOffBySmallWork() async throws {
    let gate = WorkGate(slots: 2, bytes: .max)
    let none = CancellationFlag()
    let small = try await gate.admit(cancellation: none)
    let large = try await gate.admit(cancellation: none)
    let order = Mutex<[String]>([])
    let later = Task {
      let permit = try await gate.admit(cancellation: none)
      order.withLock { $0.append("small") }
      permit.end()
    }
    while gate.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
    let done = BoundedQueue<Void>(capacity: 1)
    WorkerThread.start("test") {
      try! large.goOn(needing: WorkNeed(slots: 2, bytes: 1), cancellation: none)
      order.withLock { $0.append("large") }
      large.end()
      done.close(.success(()))
    }
    while gate.waitingInside < 1 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(order.withLock { $0 } == [])
    small.end()
    try await later.value
    #expect(try done.pop() == nil)
    #expect(order.withLock { $0 } == ["large", "small"])
  }

  @Test func playbackIsLetInBesideConversions() async throws {
    let gate = WorkGate(slots: 2, bytes: 1)
    let none = CancellationFlag()
    let conversion = try await gate.admit(cancellation: none)
    let looks = [
      try await gate.admit(.playback, cancellation: none),
      try await gate.admit(.playback, cancellation: none),
    ]
    let third = Task { try await gate.admit(.playback, cancellation: none) }
    while gate.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
    looks[0].end()
    try await third.value.end()
    looks[1].end()
    conversion.end()
    #expect(gate.inside == 0)
  }

  @Test func moreProcessorsLetMoreIn() async throws {
    let gate = WorkGate(slots: 1, bytes: .max)
    let none = CancellationFlag()
    let first = try await gate.admit(cancellation: none)
    let second = Task { try await gate.admit(cancellation: none) }
    while gate.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
    gate.slots = 2
    try await second.value.end()
    first.end()
  }
}

@Suite struct SerialLaneTests {
  /// More lanes than threads: each works in order, and the number of working threads stays within
  /// the limit.
  @Test func lanesDoTheirWorkInOrderOnFewThreads() throws {
    let pool = LanePool(most: 3)
    let lanes = (0..<20).map { _ in SerialLane(pool) }
    let seen = Mutex([[Int]](repeating: [], count: 20))
    let atWork = Mutex((now: 0, most: 0))
    let done = BoundedQueue<Int>(capacity: 2000)
    for index in 0..<2000 {
      lanes[index % 20].start {
        atWork.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        seen.withLock { $0[index % 20].append(index) }
        atWork.withLock { $0.now -= 1 }
        _ = done.push(index)
      }
    }
    for _ in 0..<2000 { _ = try done.pop() }
    #expect(seen.withLock { $0 } == (0..<20).map { Array(stride(from: $0, to: 2000, by: 20)) })
    #expect(atWork.withLock { $0.most } <= 3)
  }
}

@Suite struct FifoTests {
  @Test func valuesLeaveInTheOrderInWhichTheyCame() {
    var fifo = Fifo<Int>()
    var (next, expected) = (0, 0)
    for round in 0..<5000 {
      for _ in 0..<(round % 7) {
        fifo.append(next)
        next += 1
      }
      for _ in 0..<(round % 5) {
        let value = fifo.popFirst()
        #expect(value == (expected < next ? expected : nil))
        if value != nil { expected += 1 }
      }
      #expect(fifo.count == next - expected)
    }
  }

  /// The highest priority first, and among equals the first to arrive; cancelled ones are skipped.
  @Test func waitingWorkIsAdmittedByPriority() async throws {
    let gate = WorkGate(slots: 1, bytes: 1 << 20)
    let first = try await gate.admit(cancellation: CancellationFlag())
    let admitted = GuardedState<[Int]>([])
    let priorities: [TaskPriority] = [.low, .high, .medium, .high, .background, .low, .high]
    let cancelled = CancellationFlag()
    await withTaskGroup(of: Void.self) { group in
      for (number, priority) in priorities.enumerated() {
        group.addTask {
          let permit = try? await gate.admit(
            priority: priority, cancellation: number == 6 ? cancelled : CancellationFlag())
          guard let permit else { return }
          admitted.withLock { $0.append(number) }
          #expect(permit.waited > .zero)
          permit.end()
        }
        while gate.waiting <= number { await Task.yield() }
      }
      cancelled.set()
      first.end()
    }
    #expect(admitted.withLock { $0 } == [1, 3, 2, 0, 5, 4])
    #expect(gate.inside == 0 && gate.waiting == 0)
  }
}
