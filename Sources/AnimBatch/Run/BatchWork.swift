internal import AnimConv
internal import OutputFiles
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

/// One run over the units of a batch.
final class BatchWork: Sendable {
  let cancellation = CancellationFlag()
  private let source: any UnitSource
  private let options: BatchOptions
  private let limits: ConversionLimits
  private let records: RecordStore
  private let gate: WorkGate
  private let stop: BatchStop
  private let shared: SharedCache?
  private let cost = RunCost()
  private let cleared = ClearedFolders()
  private let onEvent: @Sendable (BatchEvent) -> Void

  private struct State {
    var begun = 0
    var isStopped = false
    /// Why the rest of the list could not be read.
    var failure: BatchError?
    var summary = BatchSummary()
  }

  private let state = GuardedState(State())
  private let telling = GuardedState(0)

  init(
    _ source: any UnitSource, options: BatchOptions, limits: ConversionLimits = .shared,
    records: RecordStore, stop: BatchStop, shared: SharedCache? = nil,
    onEvent: @escaping @Sendable (BatchEvent) -> Void
  ) {
    self.source = source
    self.options = options
    self.limits = limits
    self.records = records
    self.stop = stop
    self.shared = shared
    self.onEvent = onEvent
    gate = WorkGate(slots: options.jobs, bytes: options.maxMemory)
  }

  /// Runs all pending conversions. Cancelling the task cancels running conversions.
  ///
  /// - Throws: `CancellationError`; ``BatchError``.
  func finish() async throws -> BatchSummary {
    try await withTaskCancellationHandler {
      await run()
      if cancellation.isCancelled { throw CancellationError() }
      for cache in records.open { cache.compact() }
      return try state.withLock { state in
        if let failure = state.failure { throw failure }
        return state.summary
      }
    } onCancel: {
      cancellation.set()
    }
  }

  /// Returns when every unit is done.
  private func run() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(options.jobs, source.unitCount) {
        group.addTask {
          while let unit = self.nextUnit() {
            // It throws only if the batch was cancelled.
            let record = try? await AdmittedWork.run(
              "batch job", in: self.limits.gate, cancellation: self.cancellation
            ) { work in
              try work.commit()
              return self.carryOut(unit, work.permit)
            }
            self.end(record)
          }
        }
      }
    }
    state.withLock { state in
      state.summary.skipped = source.unitCount - state.begun
      state.summary.wasStopped = stop.isRequested && state.summary.skipped > 0
    }
  }

  private func nextUnit() -> BatchUnit? {
    if cancellation.isCancelled || stop.isRequested { return nil }
    do throws(BatchError) {
      guard !state.withLock({ $0.isStopped }), let unit = try source.next() else { return nil }
      state.withLock { $0.begun += 1 }
      return unit
    } catch {
      state.withLock { state in
        state.isStopped = true
        state.failure = state.failure ?? error
      }
      return nil
    }
  }

  private func end(_ record: BatchRecord?) {
    guard let record else { return }
    state.withLock { state in
      state.summary.count(record)
      if options.stopsAtFailure, record.status == .failed { state.isStopped = true }
    }
    tell(.ended(record))
  }

  private func tell(_ event: BatchEvent) { telling.withLock { _ in onEvent(event) } }

  /// Nil if the batch was cancelled.
  private func carryOut(_ unit: BatchUnit, _ permit: WorkPermit) -> BatchRecord? {
    let began = ContinuousClock.now
    var elapsed: Int { (ContinuousClock.now - began).wholeMilliseconds }
    var ticket: Int?
    do {
      cleared.clear(for: unit)
      let cache = try records.cache(for: unit)
      // Another batch may have made the output since this one started.
      if cache.entry(for: unit.target) == nil,
        unit.expectedOutputs.contains(where: { FileStatus(of: $0, followingLinks: false) != nil })
      {
        cache.refresh()
      }
      if case .current(let newer) = cache.verdict(for: unit, isForced: options.isForced),
        let known = cache.entry(for: unit.target)
      {
        if let newer { try cache.record(newer) }
        return BatchRecord(
          unit, .unchanged, entry: newer ?? known, frames: nil, remarks: UnitRemarks(),
          milliseconds: elapsed, cost: nil)
      }
      let previous = cache.entry(for: unit.target)?.byteCount
      ticket = cost.begin()
      tell(.began(unit))
      let job = UnitConversion(
        unit, origin: source.origin, cache: cache, gate: gate, permit: permit,
        cancellation: cancellation,
        replacesForeignFiles: options.replacesForeignFiles,
        claim: { [self] in source.claim($0, for: unit) },
        reader: { [self] in try source.input(thatReads: $0, for: unit) })
      let known = shared == nil ? nil : SharedOutput(unit)
      if let shared, let known, !options.isForced,
        let (entry, frames, remarks) = try job.fetch(known, from: shared)
      {
        var record = BatchRecord(
          unit, .written, entry: entry, frames: frames, remarks: remarks, milliseconds: elapsed,
          cost: ticket.map { cost.end($0) })
        record.isFromCache = true
        record.previousByteCount = previous
        return record
      }
      let (entry, report) = try job.run { progress in
        self.cost.lookNowAndThen()
        self.tell(.progressed(unit, progress))
      }
      let remarks = UnitRemarks([report])
      if let shared, let known,
        let result = known.result(entry, frames: report.frameCount, remarks)
      {
        // The result is stored only if all of its files were stored.
        let isWhole = zip(entry.outputs, result.files).allSatisfy { output, file in
          shared.store(unit.folder.pushing(output.path), file)
        }
        if isWhole { shared.store(result, of: known.action) }
      }
      var record = BatchRecord(
        unit, .written, entry: entry, frames: report.frameCount, remarks: remarks,
        milliseconds: elapsed, cost: ticket.map { cost.end($0) })
      record.previousByteCount = previous
      return record
    } catch {
      let spent = ticket.map { cost.end($0) }
      var failure = ConversionError.wrapping(error, file: nil, stage: .writing)
      if failure.isAboutFolderWithoutFrames,
        FileStatus(of: unit.input, followingLinks: true)?.isFolder == true
      {
        failure.remedy =
          "to convert each file in it, give '\(unit.input.appending("**").appending("*"))'"
      }
      if failure.kind == .cancelled {
        // A conversion is also cancelled if the process is about to end and no files may be created
        // any more.
        cancellation.set()
        return nil
      }
      return BatchRecord(unit, failure: failure, milliseconds: elapsed, cost: spent)
    }
  }
}

extension RecordStore {
  /// What a run would do with a unit: nothing, or make its output for a reason.
  func pendingReason(of unit: BatchUnit, isForced: Bool) throws(BatchError) -> String? {
    switch try cache(for: unit).verdict(for: unit, isForced: isForced) {
    case .current: nil
    case .stale(let reason): reason.rawValue
    }
  }
}

extension BatchCache {
  /// Whether a unit is pending.
  func verdict(for unit: BatchUnit, isForced: Bool) -> BatchEntry.Verdict {
    if isForced { return .stale(.forced) }
    return entry(for: unit.target)?.verdict(for: unit) ?? .stale(.new)
  }
}

extension ConversionError {
  /// Whether a folder was treated as one animation but probably contains several.
  fileprivate var isAboutFolderWithoutFrames: Bool {
    if case .noFrames? = underlying as? ReadingError { return true }
    if case .animated? = underlying as? FrameFolderError { return true }
    return false
  }
}
