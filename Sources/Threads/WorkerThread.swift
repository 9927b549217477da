internal import CLibrary

/// A thread for work that blocks: decoding, encoding, waiting on a queue. Threads that Swift
/// concurrency or libdispatch own must not block: there is a fixed number of them for the whole
/// process, and the program that calls this library needs them, too.
package enum WorkerThread {
  /// Starts `body` on a thread that no other work waits for.
  ///
  /// - Parameter name: what the system's tools call the thread meanwhile.
  ///
  /// Nothing bounds how many there are: whoever starts work that other work of its kind can
  /// multiply, goes through a ``WorkGate`` or a ``LanePool`` first.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    WorkerThreads.shared.start {
      nameThread(name)
      body()
    }
  }
}

/// The threads of this library. One that has done its work waits for more for a moment before it
/// goes, because starting a thread for each frame costs more than decoding a small one.
///
/// None of them takes the processor away from a thread of the program that has just woken it.
private final class WorkerThreads: @unchecked Sendable {
  static let shared = WorkerThreads()

  /// Seconds after which a thread that has nothing to do goes.
  private static let patience = 2
  /// Encoders and decoders of C libraries expect what the main thread of a program has.
  private static let stackBytes = 8 << 20

  private var work = Fifo<@Sendable () -> Void>()
  /// Threads that wait for work, including those that were woken and have not begun yet.
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
      // The system has no thread to give at the moment. One that has done its work may take this.
      if monitor.enterWakingOne({ work.isEmpty }) { return }
      usleep(10_000)
    }
  }

  /// What each thread does.
  private func live() {
    letOthersFinishFirst()
    while let body = next() { body() }
    // Nothing has come for a while: what was freed is not needed soon.
    FreeMemory.giveBackNowAndThen()
  }

  /// Nil when nothing came for a while.
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
