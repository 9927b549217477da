// The trait `Instrumentation` brings the packages that this needs.
#if Instrumentation
  public import AnimConv
  public import CoreMetrics
  public import Logging
  public import Tracing

  /// Logs, measures and traces conversions.
  ///
  /// ```swift
  /// let instrumentation = ConversionInstrumentation(logger: request.logger)
  /// let report = try await Converter(conversion).run(instrumentation)
  /// ```
  ///
  /// | What | Name | With |
  /// |---|---|---|
  /// | span | `animconv.convert` | input, output, frames, bytes, milliseconds of waiting and of each phase, the code of an error; an event for each phase |
  /// | counter | `animconv.conversions` | `result`: `ok` or the code of the error, such as `over-limit` |
  /// | timers | `animconv.duration`, `animconv.waiting` | `result` |
  /// | recorder | `animconv.output.bytes` | |
  /// | log | `info` for a conversion, `warning` for damage that was tolerated, `error` for a failure, `debug` for a cancelled one | the same metadata |
  public struct ConversionInstrumentation: Sendable {
    /// Where it logs.
    public var logger: Logger
    /// Where it measures.
    public var metrics: any MetricsFactory
    /// Where it traces.
    public var tracer: any Tracer

    /// - Parameters:
    ///   - metrics: by default those that the program has set up for its process, and likewise the
    ///     tracer.
    public init(
      logger: Logger = Logger(label: "animconv"),
      metrics: any MetricsFactory = MetricsSystem.factory,
      tracer: any Tracer = InstrumentationSystem.tracer
    ) {
      self.logger = logger
      self.metrics = metrics
      self.tracer = tracer
    }
  }

  extension Converter {
    /// Converts like ``run(onProgress:onTry:)``, and logs, measures and traces it.
    ///
    /// Call-backs and the caller's own sources find the span of the conversion in their task
    /// locals.
    ///
    /// - Throws: ``ConversionError``.
    @discardableResult
    public func run(
      _ instrumentation: ConversionInstrumentation,
      onProgress: @escaping @Sendable (Conversion.Progress) -> Void = { _ in },
      onTry: @escaping @Sendable (Conversion.Try) -> Void = { _ in }
    ) async throws -> Conversion.Report {
      let record = ConversionRecord(conversion, instrumentation)
      return try await instrumentation.tracer.withSpan(ConversionRecord.spanName) { span in
        record.begin(span)
        let phases = PhaseEvents(span)
        do {
          let report = try await run(
            onProgress: {
              phases.note($0.phase)
              onProgress($0)
            }, onTry: onTry)
          record.end(report, span)
          return report
        } catch {
          record.end(error, span)
          throw error
        }
      }
    }
  }
#endif
