internal import Dispatch

/// A thread for work that blocks: decoding, encoding, waiting on a queue. Threads that Swift
/// concurrency owns must not block.
package enum WorkerThread {
  /// Starts `body` on a thread that no other work waits for.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "animconv.\(name)").async(execute: body)
  }
}
