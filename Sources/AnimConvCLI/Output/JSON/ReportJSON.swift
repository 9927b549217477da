internal import AnimConv

/// Plan and report of a conversion for machines.
struct ReportJSON: Encodable {
  let plan: PlanJSON
  let outputs: [WrittenJSON]
  let warnings: [WarningJSON]
  /// Null when no number of bytes was asked for.
  let tries: [TryJSON]?
  /// Null when nothing was measured.
  let comparison: ComparisonJSON?
  /// Null when nothing was measured.
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

  /// What it took; other than all the rest, this differs from run to run.
  struct WorkJSON: Encodable {
    /// Of the conversion, without measuring.
    let seconds: Double
    /// Memory of the process at its peak until the conversion was done.
    let peakBytes: Int
  }

  init(_ report: ConversionReport, _ measurement: Measurement? = nil) {
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
