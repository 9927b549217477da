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
  }
#endif
