package import AnimConv
internal import CLibrary
internal import Dispatch
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage
internal import Threads

/// Converts what a stream of requests asks for, several at once, and answers each with a line: for
/// engines that keep a process for many tasks, where starting one for each would cost more than the
/// conversion.
///
/// Nothing is recorded beside outputs: the engine knows what is done.
package final class ConversionWorker: Sendable {
  /// What one worker may do at once.
  package struct Limits: Sendable {
    /// Threads that compute at once.
    package var jobs: Int
    /// Bytes of memory for all conversions together, by estimate.
    package var maxMemory: Int
    /// Requests that wait; further ones are not read until one has been answered.
    package var maxWaiting = 1024

    package init(_ options: BatchOptions = BatchOptions()) {
      jobs = options.jobs
      maxMemory = options.maxMemory
    }
  }

  private struct Task: Sendable {
    let request: WorkerRequest
    let cancellation: CancellationFlag
  }

  private struct State {
    /// What was asked for and has not been answered.
    var open: [WorkerRequest.ID: CancellationFlag] = [:]
    /// Answers of requests that are no longer open, and that are not written yet.
    var unwritten = 0
    var isStopping = false
    var hasLostAnswers = false
  }

  private let limits: Limits
  private let presets: PresetLibrary
  private let parse: @Sendable ([String]) throws -> [Conversion]
  private let answer: @Sendable (String) throws -> Void
  private let queue: BoundedQueue<Task>
  private let gate: ResourceGate
  private let cost = RunCost()
  private let state = GuardedState(State())
  private let answering = GuardedState(0)

  /// - Parameters:
  ///   - parse: makes conversions of the words of a command line.
  ///   - answer: writes a line, with its line end; called by one thread at a time.
  package init(
    _ limits: Limits, presets: PresetLibrary,
    parse: @escaping @Sendable ([String]) throws -> [Conversion],
    answer: @escaping @Sendable (String) throws -> Void
  ) {
    self.limits = limits
    self.presets = presets
    self.parse = parse
    self.answer = answer
    queue = BoundedQueue(capacity: limits.maxWaiting)
    gate = ResourceGate(slots: limits.jobs, bytes: limits.maxMemory)
  }

  /// Answers requests until their stream ends.
  ///
  /// - Returns: whether everything that was asked for was done or refused, and all answers were
  ///   taken.
  /// - Throws: ``BatchError`` when the stream cannot be read.
  package func run(_ stream: FileDescriptor) throws(BatchError) -> Bool {
    let workers = DispatchGroup()
    for _ in 0..<limits.jobs {
      workers.enter()
      WorkerThread.start("worker") {
        // The queue is closed without an error.
        while let task = try? self.queue.pop() { self.carryOut(task) }
        workers.leave()
      }
    }
    defer {
      queue.close(.success(()))
      workers.wait()
    }
    let reader = LineReader(
      stream, name: "standard input", separator: UInt8(ascii: "\n"), maxLineBytes: 1 << 20,
      isStream: true)
    while let line = try reader.next() {
      if line.bytes.isEmpty { continue }
      do throws(WorkerRequest.Refusal) {
        take(try WorkerRequest(line.bytes, presets: presets))
      } catch {
        write(
          WorkerAnswer.line(error.id, error.form, failure: error.error, cost: nil, milliseconds: 0))
      }
    }
    queue.close(.success(()))
    workers.wait()
    return state.withLock { !$0.isStopping && !$0.hasLostAnswers }
  }

  /// Begins nothing further: what waits is refused, what is at work ends.
  package func stop() {
    state.withLock { $0.isStopping = true }
  }

  /// Calls `body` when nothing is at work any more after ``stop()``.
  package func endWhenIdle(_ body: @escaping @Sendable () -> Void) {
    WorkerThread.start("worker end") {
      while !self.state.withLock({ $0.open.isEmpty && $0.unwritten == 0 }) { usleep(20_000) }
      body()
    }
  }

  // MARK: -

  private func take(_ request: WorkerRequest) {
    if case .cancellation = request.work {
      // Answered by whoever carries it out; a request that is not there has been answered.
      state.withLock { $0.open[request.id] }?.set()
      return
    }
    let flag = CancellationFlag()
    let isNew = state.withLock { state in
      // Bazel sends 0 for one request after the other, and waits.
      if state.open[request.id] != nil { return false }
      state.open[request.id] = flag
      return true
    }
    guard isNew else {
      let error = ConversionError(
        stage: .planning, kind: .usage, file: nil,
        reason: "a request with the id \(request.id.text) is not answered yet")
      write(WorkerAnswer.line(request.id, request.form, failure: error, cost: nil, milliseconds: 0))
      return
    }
    _ = queue.push(Task(request: request, cancellation: flag))
  }

  private func carryOut(_ task: Task) {
    let request = task.request
    let began = ContinuousClock.now
    let ticket = cost.begin()
    var reports: [(Conversion, ConversionReport)] = []
    var failure: ConversionError?
    do {
      if state.withLock(\.isStopping) {
        throw ConversionError(
          stage: .planning, kind: .inputOutput, file: nil, reason: "the worker is stopping",
          remedy: "send it to another worker")
      }
      for conversion in try conversions(request) {
        try task.cancellation.check()
        reports.append((conversion, try convert(conversion, task.cancellation)))
      }
    } catch {
      failure = ConversionError.wrapping(error, file: nil, stage: .writing)
    }
    let spent = cost.end(ticket)
    let milliseconds = (ContinuousClock.now - began).wholeMilliseconds
    // Who reads the answer may use the id again at once.
    state.withLock { state in
      state.open[request.id] = nil
      state.unwritten += 1
    }
    defer { state.withLock { $0.unwritten -= 1 } }
    if let failure {
      write(
        WorkerAnswer.line(
          request.id, request.form, failure: failure, cost: spent, milliseconds: milliseconds))
    } else {
      write(
        WorkerAnswer.line(
          request.id, request.form, reports, cost: spent, milliseconds: milliseconds))
    }
  }

  private func conversions(_ request: WorkerRequest) throws -> [Conversion] {
    switch request.work {
    case .cancellation: return []
    case .conversions(let conversions): return conversions
    case .arguments(let words, let folder):
      let conversions = try parse(words)
      guard let folder else { return conversions }
      return conversions.map { $0.moved(to: folder) }
    }
  }

  private func convert(
    _ conversion: Conversion, _ cancellation: CancellationFlag
  ) throws -> ConversionReport {
    var granted: JobEstimate?
    defer { if let granted { gate.leave(granted) } }
    let job = ConversionJob(
      conversion, cancellation: cancellation,
      observer: { _ in self.cost.lookNowAndThen() },
      open: { [gate] input, options in
        let source = try openSource(input, options: options)
        if granted == nil { granted = gate.enter(JobEstimate(conversion, source: source.info)) }
        try cancellation.check()
        return source
      })
    return try job.run()
  }

  private func write(_ line: String) {
    answering.withLock { _ in
      do { try answer(line) } catch {
        // Nobody hears any more: what is at work ends, and the process says so.
        state.withLock { state in
          state.hasLostAnswers = true
          state.isStopping = true
        }
      }
    }
  }
}

extension Conversion {
  /// The same with relative paths as seen from a folder.
  fileprivate func moved(to folder: FilePath) -> Conversion {
    var moved = self
    moved.input = input.moved(to: folder)
    if case .file(let path) = output { moved.output = .file(folder.pushing(path)) }
    return moved
  }
}

extension AnimationInput {
  fileprivate func moved(to folder: FilePath) -> AnimationInput {
    switch self {
    case .path(let path): .path(folder.pushing(path))
    case .animations(let inputs):
      .animations(inputs.map { NamedInput(name: $0.name, $0.input.moved(to: folder)) })
    default: self
    }
  }
}
