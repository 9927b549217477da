/// Runs a share of a ``BatchManifest``, as ``BatchRunner`` runs a plan.
package struct ManifestRunner: Sendable {
  package let manifest: BatchManifest
  private let options: BatchOptions
  private let records = RecordStore(capacity: 256)

  package init(_ manifest: BatchManifest, options: BatchOptions) {
    self.manifest = manifest
    self.options = options
  }

  /// Runs all pending conversions; ends early, after the running units, if it receives a stop
  /// request.
  ///
  /// - Throws: `CancellationError`; ``BatchError``.
  package func run(
    stop: BatchStop, shared: SharedCache? = nil,
    onEvent: @escaping @Sendable (BatchEvent) -> Void
  ) async throws -> BatchSummary {
    try await BatchWork(
      manifest.units(), options: options, records: records, stop: stop, shared: shared,
      onEvent: onEvent
    ).finish()
  }

  /// What a run would do with a unit: nothing, or make its output for a reason.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  package func pendingReason(of unit: BatchUnit) throws(BatchError) -> String? {
    try records.pendingReason(of: unit, isForced: options.isForced)
  }
}
