public import AnimConv

/// Carries out a ``BatchPlan`` in this process: several conversions at once, as many as processors
/// and memory suffice for, and only those whose input, choices or output have changed.
///
/// A failure concerns its own unit only. What one output is made of never depends on what else is
/// at work, so the bytes are the same with any number of jobs.
public struct BatchRunner: Sendable {
  public let plan: BatchPlan
  public let options: BatchOptions
  /// What it shares processors and memory with others by, beside ``options``.
  public let limits: ConversionLimits
  private let records: RecordStore

  /// Reads what earlier runs have recorded.
  ///
  /// - Parameter limits: those of the process, unless others are given.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  public init(
    _ plan: BatchPlan, options: BatchOptions = BatchOptions(), limits: ConversionLimits = .shared
  ) throws(BatchError) {
    self.plan = plan
    self.options = options
    self.limits = limits
    records = try RecordStore(plan)
  }

  /// Does what is to be done. Cancelling the task cancels the conversions at work.
  ///
  /// - Parameter onEvent: called by one thread at a time; should return quickly.
  /// - Throws: `CancellationError`.
  public func run(
    onEvent: @escaping @Sendable (BatchEvent) -> Void = { _ in }
  ) async throws -> BatchSummary {
    try await run(stop: BatchStop(), onEvent: onEvent)
  }

  /// The same, and ends early, with the units that are at work, when it is told to stop.
  package func run(
    stop: BatchStop, shared: SharedCache? = nil,
    onEvent: @escaping @Sendable (BatchEvent) -> Void
  ) async throws -> BatchSummary {
    try await BatchWork(
      PlannedUnits(plan), options: options, limits: limits, records: records, stop: stop,
      shared: shared, onEvent: onEvent
    ).finish()
  }

  /// What a run would do with a unit: nothing, or make its output for a reason.
  ///
  /// - Complexity: as for a run that finds nothing to do.
  public func pendingReason(of unit: BatchUnit) -> String? {
    // All records were read when the runner was made.
    try! records.pendingReason(of: unit, isForced: options.isForced)
  }
}
