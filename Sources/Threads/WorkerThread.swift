internal import CLibrary

/// A thread for work that blocks: decoding, encoding, waiting on a queue. Threads of Swift
/// concurrency or libdispatch must not block, because their number is fixed for the whole process,
/// and the program that calls this library needs them, too.
package enum WorkerThread {
  /// Runs `body` on a thread of its own.
  ///
  /// - Parameter name: the name of the thread in system tools.
  ///
  /// The number of threads is not limited: work that can multiply must first go through a
  /// ``WorkGate`` or a ``LanePool``.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    WorkerThreads.shared.start {
      nameThread(name)
      body()
    }
  }

  /// Runs `body` on a thread of its own, in a task with the priority and the task locals of the
  /// caller, for work that calls code of other programs.
  package static func startTask(_ name: String, _ body: @escaping @Sendable () -> Void) {
    Task(executorPreference: WorkerExecutor.shared) {
      nameThread(name)
      body()
    }
  }
}

/// Runs each task on a thread of this library.
private final class WorkerExecutor: TaskExecutor {
  static let shared = WorkerExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    WorkerThreads.shared.start { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// The threads of this library. A thread that has finished its work waits a moment for more,
/// because starting a thread for each frame is slower than decoding a small one.
///
/// A thread of this library never preempts the thread that has just woken it.
private final class WorkerThreads: @unchecked Sendable {
  static let shared = WorkerThreads()

  /// Seconds after which an idle thread ends.
  private static let patience = 2
  /// C encoders and decoders expect the stack size of a main thread.
  private static let stackBytes = 8 << 20

  private var work = Fifo<@Sendable () -> Void>()
  /// Threads that wait for work, including woken ones that have not started yet.
  private var idle = 0
  private let monitor = Monitor()

  func start(_ body: @escaping @Sendable () -> Void) {
    let needsThread = monitor.enterWakingOne {
      work.append(body)
      return work.count > idle
    }
    if needsThread { startThread() }
  }

  private func startThread() {
    while !startDetachedThread(stackBytes: Self.stackBytes, { WorkerThreads.shared.live() }) {
      // The system currently cannot start another thread. A thread that finishes its work may run
      // this piece.
      if monitor.enterWakingOne({ work.isEmpty }) { return }
      usleep(10_000)
    }
  }

  /// The main loop of each thread.
  private func live() {
    letOthersFinishFirst()
    while let body = next() { body() }
    // Nothing has arrived for a while, so freed memory is not needed soon.
    FreeMemory.giveBackNowAndThen()
  }

  /// Nil if nothing has arrived for a while.
  private func next() -> (@Sendable () -> Void)? {
    monitor.enterWakingOne {
      idle += 1
      defer { idle -= 1 }
      while work.isEmpty {
        if !monitor.wait(seconds: Self.patience), work.isEmpty { return nil }
      }
      return work.popFirst()
    }
  }
}
