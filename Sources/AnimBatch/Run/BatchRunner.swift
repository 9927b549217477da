public import AnimConv

/// Runs a ``BatchPlan`` in this process: as many conversions in parallel as processors and memory
/// allow, and only those whose input, settings or output changed.
///
/// A failure affects only its own unit. An output never depends on what else runs, so the bytes are
/// the same with any number of jobs.
public struct BatchRunner: Sendable {
  public let plan: BatchPlan
  public let options: BatchOptions
  /// The limits on processors and memory that it shares with other work, in addition to
  /// ``options``.
  public let limits: ConversionLimits
  private let records: RecordStore

  /// Reads the records of earlier runs.
  ///
  /// - Parameter limits: by default those of the process.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  public init(
    _ plan: BatchPlan, options: BatchOptions = BatchOptions(), limits: ConversionLimits = .shared
  ) throws(BatchError) {
    self.plan = plan
    self.options = options
    self.limits = limits
    records = try RecordStore(plan)
  }

  /// Runs all pending conversions. Cancelling the task cancels running conversions.
  ///
  /// - Parameter onEvent: called by one thread at a time; it should return quickly.
  /// - Throws: `CancellationError`.
  public func run(
    onEvent: @escaping @Sendable (BatchEvent) -> Void = { _ in }
  ) async throws -> BatchSummary {
    try await run(stop: BatchStop(), onEvent: onEvent)
  }

  /// Runs the batch; ends early, after the running units, if it receives a stop request.
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
  /// - Complexity: like a run without pending conversions.
  public func pendingReason(of unit: BatchUnit) -> String? {
    // All records were read when the runner was created.
    try! records.pendingReason(of: unit, isForced: options.isForced)
  }
}
