import Testing

@testable import Threads

#if os(Linux)
  import Glibc

  @Suite struct WorkerThreadTests {
    /// 3 is `SCHED_BATCH` (sched(7)).
    @Test func `A worker takes the processor away from nobody`() async {
      let ours = await withCheckedContinuation { continuation in
        WorkerThread.start("test") { continuation.resume(returning: sched_getscheduler(0)) }
      }
      #expect(ours == 3)
    }

    @Test func `Who starts a worker stays as it is`() {
      let before = sched_getscheduler(0)
      WorkerThread.start("test") {}
      #expect(sched_getscheduler(0) == before)
    }

    @TaskLocal private static var request = 0

    /// Nested work finds the values of the work that started it; plain threads have none.
    @Test func tasksOnThreadsKeepTaskLocals() async {
      let found = await Self.$request.withValue(7) {
        await withCheckedContinuation { continuation in
          WorkerThread.startTask("outer") {
            let outer = Self.request
            Self.$request.withValue(8) {
              WorkerThread.startTask("inner") {
                continuation.resume(returning: [outer, Self.request])
              }
            }
          }
        }
      }
      #expect(found == [7, 8])
    }

    /// A task on a thread may block, whatever else runs.
    @Test func tasksOnThreadsMayBlock() async {
      let count = 64
      let gate = BoundedQueue<Void>(capacity: 1)
      let blocked = GuardedState(0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            await withCheckedContinuation { continuation in
              WorkerThread.startTask("blocking") {
                blocked.withLock { $0 += 1 }
                _ = try? gate.pop()
                continuation.resume()
              }
            }
          }
        }
        while blocked.withLock({ $0 }) < count { await Task.yield() }
        gate.close(.success(()))
      }
      #expect(blocked.withLock { $0 } == count)
    }
  }
#endif
