package import AnimConv
internal import CLibrary
internal import Dispatch
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage
internal import Threads

/// Serves a stream of conversion requests, several in parallel, with one response line each. It is
/// for engines that keep a process for many tasks, because starting a process for each would cost
/// more than the conversion.
///
/// No record is written next to outputs, because the engine tracks finished work.
package final class ConversionWorker: Sendable {
  /// Limits of one worker.
  package struct Limits: Sendable {
    /// Threads that compute at the same time.
    package var jobs: Int
    /// Estimated bytes of all conversions together.
    package var maxMemory: Int
    /// Waiting requests; further ones are read only after a response.
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
    /// Requests without a response yet.
    var open: [WorkerRequest.ID: CancellationFlag] = [:]
    /// Responses to closed requests that are not written yet.
    var unwritten = 0
    var isStopping = false
    var hasLostAnswers = false
  }

  private let limits: Limits
  private let presets: Preset.Library
  private let parse: @Sendable ([String]) throws -> [Conversion]
  private let answer: @Sendable (String) throws -> Void
  private let queue: BoundedQueue<Task>
  private let gate: WorkGate
  private let cost = RunCost()
  private let state = GuardedState(State())
  private let answering = GuardedState(0)

  /// - Parameters:
  ///   - parse: turns the words of a command line into conversions.
  ///   - answer: writes a line with its line end; called by one thread at a time.
  package init(
    _ limits: Limits, presets: Preset.Library,
    parse: @escaping @Sendable ([String]) throws -> [Conversion],
    answer: @escaping @Sendable (String) throws -> Void
  ) {
    self.limits = limits
    self.presets = presets
    self.parse = parse
    self.answer = answer
    queue = BoundedQueue(capacity: limits.maxWaiting)
    gate = WorkGate(slots: limits.jobs, bytes: limits.maxMemory)
  }

  /// Serves requests until the stream ends.
  ///
  /// - Returns: whether every request was completed or refused and all responses were written.
  /// - Throws: ``BatchError`` if the stream cannot be read.
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

  /// Starts nothing further: waiting requests are refused, running ones finish.
  package func stop() {
    state.withLock { $0.isStopping = true }
  }

  /// Calls `body` once no conversion is running after ``stop()``.
  package func endWhenIdle(_ body: @escaping @Sendable () -> Void) {
    WorkerThread.start("worker end") {
      while !self.state.withLock({ $0.open.isEmpty && $0.unwritten == 0 }) { usleep(20_000) }
      body()
    }
  }

  // MARK: -

  private func take(_ request: WorkerRequest) {
    if case .cancellation = request.work {
      // The thread that runs it responds; a missing request already has a response.
      state.withLock { $0.open[request.id] }?.set()
      return
    }
    let flag = CancellationFlag()
    let isNew = state.withLock { state in
      // Bazel sends 0 for consecutive requests and waits.
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
    var reports: [(Conversion, Conversion.Report)] = []
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
    // A receiver of the response may reuse the id at once.
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
  ) throws -> Conversion.Report {
    var granted: WorkPermit?
    defer { granted?.end() }
    let job = ConversionJob(
      conversion, cancellation: cancellation,
      observer: { _ in self.cost.lookNowAndThen() },
      open: { [gate] input, options in
        let source = try openSource(input, options: options)
        if granted == nil {
          granted = try gate.enter(
            needing: JobEstimate(conversion, source: source.info).need, cancellation: cancellation)
        }
        try cancellation.check()
        return source
      })
    return try job.run()
  }

  private func write(_ line: String) {
    answering.withLock { _ in
      do { try answer(line) } catch {
        // If the receiver is gone, running work ends, and the exit code reports it.
        state.withLock { state in
          state.hasLostAnswers = true
          state.isStopping = true
        }
      }
    }
  }
}

extension Conversion {
  /// This conversion with relative paths resolved against a folder.
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
      .animations(inputs.map { AnimationInput.Named(name: $0.name, $0.input.moved(to: folder)) })
    case .edit(let edit): .edit(edit.movingInputs { $0.moved(to: folder) })
    default: self
    }
  }
}
