internal import AnimConv
internal import Dispatch
internal import OutputFiles
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

/// Carries out a ``BatchPlan`` in this process: several conversions at once, as many as processors
/// and memory suffice for, and only those whose input, choices or output have changed.
///
/// A failure concerns its own unit only. What one output is made of never depends on what else is
/// at work, so the bytes are the same with any number of jobs.
public struct BatchRunner: Sendable {
  public let plan: BatchPlan
  public let options: BatchOptions
  private let caches: [FilePath: BatchCache]

  /// Reads what earlier runs have recorded.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  public init(_ plan: BatchPlan, options: BatchOptions = BatchOptions()) throws(BatchError) {
    self.plan = plan
    self.options = options
    caches = try BatchCache.all(for: plan)
  }

  /// Does what is to be done. Cancelling the task cancels the conversions at work.
  ///
  /// - Parameter onEvent: called by one thread at a time; should return quickly.
  /// - Throws: `CancellationError`.
  public func run(
    onEvent: @escaping @Sendable (BatchEvent) -> Void = { _ in }
  ) async throws -> BatchSummary {
    let work = BatchWork(plan, options: options, caches: caches, onEvent: onEvent)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        WorkerThread.start("batch") {
          work.run()
          continuation.resume()
        }
      }
      if work.cancellation.isCancelled { throw CancellationError() }
      for cache in caches.values { cache.compact() }
      return work.summary
    } onCancel: {
      work.cancellation.set()
    }
  }

  /// What a run would do with a unit: nothing, or make its output for a reason.
  ///
  /// - Complexity: as for a run that finds nothing to do.
  public func pendingReason(of unit: BatchUnit) -> String? {
    switch caches[unit.folder]!.verdict(for: unit, isForced: options.isForced) {
    case .current: nil
    case .stale(let reason): reason.rawValue
    }
  }
}

/// One run of a ``BatchRunner``.
private final class BatchWork: Sendable {
  let cancellation = CancellationFlag()
  private let plan: BatchPlan
  private let options: BatchOptions
  private let caches: [FilePath: BatchCache]
  private let gate: ResourceGate
  private let claims: GuardedState<[FilePath: String]>
  private let inputFiles: InputFiles
  private let onEvent: @Sendable (BatchEvent) -> Void

  private struct State {
    var next = 0
    var isStopped = false
    var summary = BatchSummary()
  }

  private let state = GuardedState(State())
  private let telling = GuardedState(0)

  var summary: BatchSummary { state.withLock { $0.summary } }

  init(
    _ plan: BatchPlan, options: BatchOptions, caches: [FilePath: BatchCache],
    onEvent: @escaping @Sendable (BatchEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.caches = caches
    self.onEvent = onEvent
    inputFiles = InputFiles(plan.allUnits)
    gate = ResourceGate(slots: options.jobs, bytes: options.maxMemory)
    claims = GuardedState(
      Dictionary(
        plan.units.flatMap { unit in unit.expectedOutputs.map { ($0, unit.id) } },
        uniquingKeysWith: { first, _ in first }))
  }

  /// Returns when every unit is done.
  func run() {
    let workers = DispatchGroup()
    for _ in 0..<min(options.jobs, plan.units.count) {
      workers.enter()
      WorkerThread.start("batch job") {
        while let unit = self.nextUnit() { self.end(self.carryOut(unit)) }
        workers.leave()
      }
    }
    workers.wait()
    state.withLock { $0.summary.skipped = plan.units.count - $0.next }
  }

  private func nextUnit() -> BatchUnit? {
    if cancellation.isCancelled { return nil }
    return state.withLock { state in
      guard !state.isStopped, state.next < plan.units.count else { return nil }
      defer { state.next += 1 }
      return plan.units[state.next]
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

  /// Nil when the batch was cancelled.
  private func carryOut(_ unit: BatchUnit) -> BatchRecord? {
    let cache = caches[unit.folder]!
    let began = ContinuousClock.now
    var elapsed: Int { (ContinuousClock.now - began).wholeMilliseconds }
    do {
      // Another batch may have made the output since this one began.
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
          unit, .unchanged, entry: newer ?? known, frames: nil, warnings: [],
          milliseconds: elapsed)
      }
      tell(.began(unit))
      let job = UnitConversion(
        unit, origin: plan.origin, cache: cache, gate: gate, cancellation: cancellation,
        replacesForeignFiles: options.replacesForeignFiles,
        claim: { [self] path in
          claims.withLock { claims in
            if let owner = claims[path], owner != unit.id { return owner }
            claims[path] = unit.id
            return nil
          }
        }, reader: { [self] in try inputFiles.input(thatReads: $0) })
      let (entry, report) = try job.run { self.tell(.progressed(unit, $0)) }
      return BatchRecord(
        unit, .written, entry: entry, frames: report.frameCount,
        warnings: report.warnings.map(\.description), milliseconds: elapsed)
    } catch {
      var failure = ConversionError.wrapping(error, file: nil, stage: .writing)
      if failure.isAboutFolderWithoutFrames,
        FileStatus(of: unit.input, followingLinks: true)?.isFolder == true
      {
        failure.remedy =
          "to convert each file in it, give '\(unit.input.appending("**").appending("*"))'"
      }
      if failure.kind == .cancelled {
        // Also when the process is about to end and lets no file be made any more.
        cancellation.set()
        return nil
      }
      return BatchRecord(unit, failure: failure, milliseconds: elapsed)
    }
  }
}

extension BatchCache {
  /// The record of each folder that a plan writes to.
  static func all(for plan: BatchPlan) throws(BatchError) -> [FilePath: BatchCache] {
    var caches: [FilePath: BatchCache] = [:]
    for unit in plan.units where caches[unit.folder] == nil {
      caches[unit.folder] = try BatchCache(unit.folder)
    }
    return caches
  }

  /// Whether a unit has something to do.
  func verdict(for unit: BatchUnit, isForced: Bool) -> BatchEntry.Verdict {
    if isForced { return .stale(.forced) }
    return entry(for: unit.target)?.verdict(for: unit) ?? .stale(.new)
  }
}

extension ConversionError {
  /// Whether a folder was taken for one animation and is probably a folder of several.
  fileprivate var isAboutFolderWithoutFrames: Bool {
    if case .noFrames? = underlying as? ReadingError { return true }
    if case .animated? = underlying as? FrameFolderError { return true }
    return false
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
