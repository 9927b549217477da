#if Instrumentation
  internal import AnimConv
  internal import CoreMetrics
  internal import Logging
  internal import Synchronization
  internal import Tracing

  /// The reports about one conversion.
  struct ConversionRecord {
    static let spanName = "animconv.convert"

    private let instrumentation: ConversionInstrumentation
    private let files: [String: String]
    private let start = ContinuousClock.now

    init(_ conversion: Conversion, _ instrumentation: ConversionInstrumentation) {
      self.instrumentation = instrumentation
      files = ["input": conversion.input.name, "output": conversion.output.name]
    }

    func begin(_ span: any Span) {
      for (name, file) in files { span.attributes["animconv.\(name)"] = file }
    }

    func end(_ report: Conversion.Report, _ span: any Span) {
      let bytes = report.outputs.reduce(0) { $0 + $1.byteCount }
      var numbers: [String: Int64] = [
        "frames": Int64(report.frameCount), "bytes": bytes,
        "waiting-ms": report.usage.waiting.milliseconds,
      ]
      for (phase, duration) in report.usage.phases {
        numbers["\(phase.rawValue)-ms"] = duration.milliseconds
      }
      for (name, number) in numbers { span.attributes["animconv.\(name)"] = number }
      measure("ok", waiting: report.usage.waiting)
      Recorder(label: "animconv.output.bytes", factory: instrumentation.metrics).record(bytes)
      for warning in report.warnings {
        log(.warning, "\(warning.detail)", warning.frame.map { ["frame": "\($0)"] } ?? [:])
      }
      log(.info, "converted", numbers.mapValues { "\($0)" })
    }

    func end(_ error: any Error, _ span: any Span) {
      let error = error as? ConversionError
      let code = error?.code ?? .internalFault
      span.attributes["animconv.code"] = code.name
      measure(code.name, waiting: nil)
      log(
        code.kind == .cancelled ? .debug : .error, "\(error?.description ?? "failed")",
        ["code": "\(code.name)"])
    }

    private func measure(_ result: String, waiting: Duration?) {
      let (dimensions, factory) = ([("result", result)], instrumentation.metrics)
      Counter(label: "animconv.conversions", dimensions: dimensions, factory: factory).increment()
      Timer(label: "animconv.duration", dimensions: dimensions, factory: factory)
        .recordNanoseconds((ContinuousClock.now - start).nanoseconds)
      if let waiting {
        Timer(label: "animconv.waiting", dimensions: dimensions, factory: factory)
          .recordNanoseconds(waiting.nanoseconds)
      }
    }

    private func log(_ level: Logger.Level, _ text: String, _ details: [String: String]) {
      instrumentation.logger.log(
        level: level, "\(text)",
        metadata: files.merging(details) { $1 }.mapValues { .string($0) })
    }
  }

  /// Adds an event to a span when a phase begins.
  final class PhaseEvents: Sendable {
    private let span: any Span
    private let current = Mutex<Conversion.Progress.Phase?>(nil)

    init(_ span: any Span) { self.span = span }

    func note(_ phase: Conversion.Progress.Phase) {
      let isNew = current.withLock { current in
        defer { current = phase }
        return current != phase
      }
      if isNew { span.addEvent(SpanEvent(name: phase.rawValue)) }
    }
  }

  extension Duration {
    var nanoseconds: Int64 {
      let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      return overflow ? .max : seconds &+ components.attoseconds / 1_000_000_000
    }

    var milliseconds: Int64 { nanoseconds / 1_000_000 }
  }
#endif
