internal import AnimConv

/// Plan and report of a conversion, as JSON.
struct ReportJSON: Encodable {
  let plan: PlanJSON
  let outputs: [WrittenJSON]
  let warnings: [WarningJSON]
  /// Null without a limit on bytes.
  let tries: [TryJSON]?
  /// Null without a measurement.
  let comparison: ComparisonJSON?
  /// Null without a measurement.
  let work: WorkJSON?

  struct TryJSON: Encodable {
    let number: Int
    let changes: [String]
    let bytes: Int64
    let fits: Bool
  }

  struct WrittenJSON: Encodable {
    let output: String
    let bytes: Int64
    let frames: Int
    /// Of a video.
    let keyFrames: Int?
  }

  /// The cost; unlike everything else, it differs from run to run.
  struct WorkJSON: Encodable {
    /// Seconds of the conversion, without measuring.
    let seconds: Double
    /// Peak memory of the process until the end of the conversion.
    let peakBytes: Int
  }

  init(_ report: Conversion.Report, _ measurement: Measurement? = nil) {
    comparison = measurement.map { ComparisonJSON($0.comparison, output: $0.output) }
    work = measurement.map { WorkJSON(seconds: $0.seconds, peakBytes: $0.peakBytes) }
    plan = PlanJSON(report.plan)
    outputs = report.outputs.map {
      WrittenJSON(
        output: $0.planned.output.name, bytes: $0.byteCount, frames: $0.frameCount,
        keyFrames: $0.readBack?.keyFrameCount)
    }
    warnings = report.warnings.map(WarningJSON.init)
    tries =
      report.tries.isEmpty
      ? nil
      : report.tries.map {
        TryJSON(number: $0.number, changes: $0.changes, bytes: $0.byteCount, fits: $0.fits)
      }
  }
}
