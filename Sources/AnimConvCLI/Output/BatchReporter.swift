internal import AnimBatch
internal import AnimConv
internal import Synchronization
internal import SystemPackage

/// Reports the events of a batch: failures at once, a progress line for all files on a terminal,
/// records for programs, and the totals at the end.
final class BatchReporter: Sendable {
  private struct State {
    /// Only the records that are needed later.
    var records: [BatchRecord] = []
    var ended = 0
    var failed = 0
    /// Outputs whose notes were not printed.
    var noted = 0
    var workers = BatchWorkers()
    var block = TerminalBlock()
    /// The first record that could not be written to standard output or the report.
    var lost: ConversionError?
    var summary = BatchSummary()
    var metrics: BatchMetrics
    var runner: RunnerReports
    var metricsWritten: ContinuousClock.Instant
    var hasEnded = false
  }

  private let options: BatchReportOptions
  private let unitCount: Int
  private let keepsAllRecords: Bool
  private let log: BatchLog
  private let showsLine: Bool
  private let report: FileDescriptor?
  private let began = ContinuousClock.now
  private let state: Mutex<State>

  /// Begins the report.
  ///
  /// - Parameters:
  ///   - name: the name of the batch.
  ///   - keepsRecords: whether all records are needed at the end.
  /// - Throws: ``ConversionError`` if the report cannot be created.
  init(
    _ options: BatchReportOptions, _ start: BatchReportStart, name: String, keepsRecords: Bool
  ) throws {
    self.options = options
    keepsAllRecords = keepsRecords
    unitCount = start.unitCount
    log = BatchLog(form: options.log)
    let runner = try RunnerReports(options, name: name)
    state = Mutex(State(metrics: BatchMetrics(start), runner: runner, metricsWritten: .now))
    showsLine = options.progress == .auto && Terminal.errorIsTerminal && !options.quiet
    do {
      report = try options.report.map {
        try FileDescriptor.open(
          $0.path, .writeOnly, options: [.create, .truncate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      }
    } catch let errno as Errno {
      throw ConversionError(
        stage: .writing, kind: .cannotCreate, file: options.report?.description,
        reason: "\(errno)")
    }
    state.withLock { state in
      writeToReport(start.line, &state)
      writeMetrics(&state)
    }
  }

  deinit { try? report?.close() }

  /// Whether records are kept: for dependencies, and for the exit code of a single unit.
  private var keepsRecords: Bool {
    keepsAllRecords || options.depfile != nil || unitCount == 1
  }

  /// The records in the order in which units ended; empty for several units unless they are needed.
  var records: [BatchRecord] { state.withLock { $0.records } }

  func tell(_ event: BatchEvent) {
    state.withLock { state in
      switch event {
      case .began(let unit): state.workers.begin(unit)
      case .progressed(let unit, let progress): state.workers.note(progress, of: unit)
      case .ended(let record):
        state.workers.end(record.unit)
        state.ended += 1
        if keepsRecords { state.records.append(record) }
        if record.status == .failed { state.failed += 1 }
        state.summary.count(record)
        state.metrics.count(record)
        state.runner.count(record)
        state.block.clear()
        tell(record, &state)
        if options.progress == .json {
          Terminal.writeError(
            "{\"done\":\(state.ended),\"failed\":\(state.failed),\"units\":\(unitCount)}")
        }
      }
      show(&state)
      if ContinuousClock.now - state.metricsWritten > .seconds(10) { writeMetrics(&state) }
    }
  }

  /// Ends the report.
  ///
  /// - Parameter cause: why the run is incomplete, such as `SIGTERM`.
  func finish(_ summary: BatchSummary, cause: String? = nil) {
    let noted = state.withLock { state in
      state.block.clear()
      end(summary, cause: cause, &state)
      return state.noted
    }
    if options.quiet { return }
    if noted > 0 {
      log.write(
        .info, "\(noted) \(noted == 1 ? "output has" : "outputs have") notes; --verbose prints them"
      )
    }
    log.write(.info, BatchText.text(for: summary))
  }

  /// Ends the report of a run whose units do not finish: they count as not done.
  ///
  /// - Parameter cause: why the run ends, such as `SIGTERM`.
  func abandon(cause: String) {
    let summary = state.withLock { state in
      var summary = state.summary
      summary.skipped = unitCount - state.ended
      summary.wasStopped = true
      end(summary, cause: cause, &state)
      return summary
    }
    if !options.quiet { log.write(.info, BatchText.text(for: summary)) }
  }

  /// The last line follows all records, once.
  private func end(_ summary: BatchSummary, cause: String?, _ state: inout State) {
    guard !state.hasEnded else { return }
    let milliseconds = (ContinuousClock.now - began).wholeMilliseconds
    let cause = summary.skipped > 0 ? cause ?? "a failure" : nil
    writeToReport(
      BatchReportEnd(summary, cause: cause, milliseconds: milliseconds).line, &state)
    writeMetrics(&state)
    state.runner.finish(summary)
    state.lost = state.lost ?? state.runner.lost
    state.hasEnded = true
  }

  private func writeToReport(_ line: String, _ state: inout State) {
    guard !state.hasEnded else { return }
    do { try report?.writeAll(line.utf8) } catch {
      let lost = Terminal.lost(error as? Errno ?? .ioError, name: options.report!.description)
      state.lost = state.lost ?? lost
    }
  }

  private func writeMetrics(_ state: inout State) {
    guard let metrics = options.metrics, !state.hasEnded else { return }
    state.metricsWritten = .now
    do { try Depfile.write(Array(state.metrics.text.utf8), to: metrics.path) } catch {
      state.lost = state.lost ?? (error as? ConversionError)
    }
  }

  /// Reports lost records. They do not stop the batch, because its outputs exist.
  ///
  /// - Throws: ``ConversionError``.
  func checkRecords() throws {
    if let lost = state.withLock(\.lost) { throw lost }
  }

  private func tell(_ record: BatchRecord, _ state: inout State) {
    if options.json {
      do { try Terminal.write(record.line(.options)) } catch { state.lost = state.lost ?? error }
    }
    writeToReport(record.line(.options), &state)
    if let failure = record.failure {
      log.write(
        .error, BatchText.text(for: failure, of: record.input), unit: record.unit,
        exit: failure.exitCode)
    }
    if options.quiet { return }
    for warning in record.warnings.prefix(WarningText.maxLines) {
      log.write(
        .warning, Diagnostics.text(warning: warning, file: record.input.string), unit: record.unit)
    }
    if options.verbose, record.status == .written {
      log.write(
        .info,
        "\(Diagnostics.printable(record.output.string)): \(record.frames ?? 0) frames, "
          + "\(record.byteCount) bytes", unit: record.unit)
    }
    if options.verbose || unitCount == 1 {
      for note in record.notes {
        log.write(
          .info, Diagnostics.printable("\(record.output.string): \(note.text(.options))"),
          unit: record.unit)
      }
    } else if !record.notes.isEmpty, !options.json {
      state.noted += 1
    }
  }

  /// At most ten times per second: a line for each worker, and `37/200  2 failed  18%  ETA 0:10`.
  private func show(_ state: inout State) {
    guard showsLine else { return }
    let now = ContinuousClock.now
    guard state.block.isDue(at: now) else { return }
    let total = Self.line(
      done: state.ended, failed: state.failed, underWay: state.workers.frames, of: unitCount,
      elapsed: now - began)
    state.block.show(
      state.workers.lines(at: now, columns: Terminal.errorSize.columns - 1) + [total])
  }

  /// A running unit counts in proportion to its finished frames.
  static func line(
    done: Int, failed: Int, underWay: [(done: Int, total: Int)], of count: Int, elapsed: Duration
  ) -> String {
    let thousandths =
      done * 1000 + underWay.reduce(0) { $0 + $1.done * 1000 / max(1, $1.total) }
    var text = "\(done)/\(count)"
    if failed > 0 { text += "  \(failed) failed" }
    text += "  \(thousandths / (10 * max(1, count)))%"
    // The first moments do not predict the rest.
    if thousandths > 0, elapsed >= .seconds(1) {
      let left = max(0, count * 1000 - thousandths)
      let seconds = left * Int(elapsed.components.seconds) / thousandths
      text += "  " + ProgressText.remaining(seconds)
    }
    return text
  }
}
