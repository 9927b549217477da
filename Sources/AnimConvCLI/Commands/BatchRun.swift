internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// A batch run for its operator: with reports, watching, and signal handling.
struct BatchRun {
  let reporter: BatchReporter
  private let watchdog: Watchdog
  private let grace: Int
  /// Requested by a SIGTERM.
  private let stop = BatchStop()

  /// Begins the report.
  ///
  /// - Parameters:
  ///   - file: the name for messages.
  ///   - keepsRecords: whether all records of ``reporter`` are needed at the end.
  /// - Throws: ``ConversionError`` if the report cannot be created.
  init(
    _ reports: BatchReportOptions, _ resources: BatchResourceOptions, start: BatchReportStart,
    file: PathArgument, keepsRecords: Bool = false
  ) throws {
    reporter = try BatchReporter(
      reports, start, name: file.description, keepsRecords: keepsRecords)
    watchdog = reports.watchdog(file: file.description)
    grace = resources.grace
  }

  /// Whether a signal ended the run early.
  var wasStopped: Bool { stop.isRequested }

  /// Runs to the end, or to the end of the grace period after a SIGTERM; then completes the report.
  func carryOut(
    _ body: (BatchStop, @escaping @Sendable (BatchEvent) -> Void) async throws -> BatchSummary
  ) async throws -> BatchSummary {
    watchdog.start()
    defer { watchdog.end() }
    SignalExit.onTermination(grace: grace) { [stop] in
      stop.request()
    } tell: { [reporter] in
      reporter.abandon(cause: "SIGTERM")
    }
    do {
      let summary = try await body(stop) { [reporter, watchdog] event in
        watchdog.noteMovement()
        reporter.tell(event)
      }
      reporter.finish(summary, cause: stop.isRequested ? "SIGTERM" : nil)
      return summary
    } catch is CancellationError {
      // A signal has arrived and is ending the process.
      SignalExit.waitForEnd()
    }
  }
}
