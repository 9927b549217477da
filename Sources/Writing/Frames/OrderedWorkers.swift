internal import CLibrary
internal import Dispatch
internal import Raster
internal import Threads

/// Runs work on all cores and delivers the results in the order of the work.
///
/// At most ``window`` pieces are accepted but not delivered, so memory is limited even if one piece
/// is slow. For one thread, on which results are delivered.
final class OrderedWorkers<Value: Sendable> {
  /// One more than the number of threads, so that no thread waits for the one that adds work.
  let window: Int

  private let queue: BoundedQueue<Piece>
  private let deliver: (Value) throws -> Void
  private var waiting: [Piece] = []

  /// A piece of work and, once it is done, its result.
  private final class Piece: Sendable {
    /// Nil once it is done, so that its memory is released.
    private let work: GuardedState<(@Sendable () throws -> Value)?>
    private let result = GuardedState<Result<Value, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () throws -> Value) { self.work = GuardedState(work) }

    func run() {
      let outcome = Result {
        let taken = work.withLock { work in
          defer { work = nil }
          return work
        }
        return try taken!()
      }
      result.withLock { $0 = outcome }
      done.signal()
    }

    func wait() throws -> Value {
      done.wait()
      return try result.withLock { $0! }.get()
    }
  }

  /// - Parameters:
  ///   - count: threads, at least 1.
  ///   - deliver: receives each result.
  init(count: Int, deliver: @escaping (Value) throws -> Void) {
    window = count + 1
    let queue = BoundedQueue<Piece>(capacity: count + 1)
    self.queue = queue
    self.deliver = deliver
    for number in 0..<count {
      WorkerThread.start("worker-\(number)") {
        // This queue is never closed with an error.
        while let piece = try? queue.pop() { piece.run() }
      }
    }
  }

  deinit { cancel() }

  /// Adds a piece of work; waits for the oldest one if ``window`` pieces are in progress.
  ///
  /// - Throws: an error of an earlier piece or of its delivery.
  func submit(_ work: @escaping @Sendable () throws -> Value) throws {
    if waiting.count == window { try deliverOldest() }
    let piece = Piece(work)
    waiting.append(piece)
    _ = queue.push(piece)
  }

  /// Waits for every piece.
  func finish() throws {
    while !waiting.isEmpty { try deliverOldest() }
    queue.close(.success(()))
  }

  /// Waits for running pieces and drops the rest.
  func cancel() {
    queue.close(.success(()))
    // Errors are ignored: a caller that cancels already has an error, or needs none.
    for piece in waiting { _ = try? piece.wait() }
    waiting = []
  }

  private func deliverOldest() throws {
    let value = try waiting.removeFirst().wait()
    try deliver(value)
  }

  /// The number of threads for pictures of this size: one per processor, but few enough for this
  /// many bytes of pictures.
  ///
  /// - Parameter bytesPerPixel: the memory that a thread needs for a picture.
  static func count(for size: PixelSize, within bytes: Int, bytesPerPixel: Int = 8) -> Int {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let (need, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
    return overflow ? 1 : max(1, min(processors, 16, bytes / max(1, need)))
  }
}
