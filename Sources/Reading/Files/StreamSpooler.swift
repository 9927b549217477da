internal import CLibrary
internal import OutputFiles
internal import Stages
internal import SystemPackage
internal import Threads

/// Copies streams to temporary files: one thread for all of them waits for whichever has bytes, so
/// that an idle stream needs a descriptor but no thread.
final class StreamSpooler: @unchecked Sendable {
  static let shared = StreamSpooler()

  /// One stream and its file.
  struct Job {
    let input: FileDescriptor
    let file: TemporaryFile
    let limits: ReadingLimits
    let onBytes: () -> Void
    /// Called once, with the number of bytes, when the descriptors are no longer in use.
    let done: (Result<Int, any Error>) -> Void
    var byteCount = 0
  }

  private var jobs: [UInt64: Job] = [:]
  private var cancelled: [UInt64] = []
  private var lastID: UInt64 = 0
  private var isRunning = false
  /// Ends a wait for bytes when the jobs have changed. Exists while there are jobs.
  private var waker: (readEnd: FileDescriptor, writeEnd: FileDescriptor)?
  private let monitor = Monitor()

  private static let bufferBytes = 256 << 10

  /// Begins to copy.
  ///
  /// - Returns: a value for ``cancel(_:)``.
  func start(_ job: Job) throws -> UInt64 {
    let started: Result<(id: UInt64, needsThread: Bool), any Error> = monitor.enter {
      Result {
        try makeWaker()
        lastID += 1
        jobs[lastID] = job
        defer { isRunning = true }
        return (lastID, !isRunning)
      }
    }
    let (id, needsThread) = try started.get()
    if needsThread { WorkerThread.start("streams") { self.work() } } else { wake() }
    return id
  }

  /// Ends a job with a `CancellationError`, unless it is finished.
  func cancel(_ id: UInt64) {
    monitor.enter { cancelled.append(id) }
    wake()
  }

  private func makeWaker() throws {
    if waker != nil { return }
    let (readEnd, writeEnd) = try calling("pipe") { try FileDescriptor.pipe() }
    for end in [readEnd, writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
    }
    waker = (readEnd, writeEnd)
  }

  private func closeWaker() {
    try? waker?.readEnd.close()
    try? waker?.writeEnd.close()
    waker = nil
  }

  private func wake() {
    // If the pipe is full, it also wakes up.
    monitor.enter { _ = try? waker?.writeEnd.writeAll([0]) }
  }

  private func work() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.bufferBytes, alignment: 64)
    defer { buffer.deallocate() }
    while let waiting = nextRound() {
      var polled = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      for (place, entry) in zip(polled, waiting) where place.revents != 0 {
        if let id = entry.id {
          copy(id, buffer)
        } else {
          _ = try? FileDescriptor(rawValue: place.fd).read(into: buffer)
        }
      }
    }
  }

  /// The descriptors to wait for; nil if no job is left.
  private func nextRound() -> [(id: UInt64?, descriptor: Int32)]? {
    let (ended, waiting) = monitor.enter {
      let ended = cancelled.compactMap { jobs.removeValue(forKey: $0) }
      cancelled = []
      var waiting = jobs.map { (id: UInt64?.some($0.key), descriptor: $0.value.input.rawValue) }
      if waiting.isEmpty {
        isRunning = false
        closeWaker()
      } else {
        waiting.append((nil, waker!.readEnd.rawValue))
      }
      return (ended, waiting)
    }
    for job in ended { job.done(.failure(CancellationError())) }
    return waiting.isEmpty ? nil : waiting
  }

  /// Copies the available bytes of one stream.
  private func copy(_ id: UInt64, _ buffer: UnsafeMutableRawBufferPointer) {
    guard var job = monitor.enter({ jobs[id] }) else { return }
    let isAtEnd: Bool
    do {
      let count = try calling("read") { try job.input.read(into: buffer) }
      if count > 0 { job.onBytes() }
      job.byteCount += count
      try job.limits.check(.spooledBytes, job.byteCount, job.limits.maxSpooledBytes)
      try job.limits.check(.inputBytes, job.byteCount, job.limits.maxInputBytes)
      try calling("write") {
        try job.file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
      isAtEnd = count == 0
    } catch ReadingError.system(_, EAGAIN) {
      // Another reader was faster.
      return
    } catch {
      monitor.enter { jobs[id] = nil }
      job.done(.failure(error))
      return
    }
    monitor.enter { jobs[id] = isAtEnd ? nil : job }
    if isAtEnd { job.done(.success(job.byteCount)) }
  }
}
