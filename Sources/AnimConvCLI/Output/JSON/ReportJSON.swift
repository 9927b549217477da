internal import AnimConv

/// Plan and report of a conversion for machines.
struct ReportJSON: Encodable {
  let plan: PlanJSON
  let outputs: [WrittenJSON]
  let warnings: [WarningJSON]
  /// Null when no number of bytes was asked for.
  let tries: [TryJSON]?

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

  init(_ report: ConversionReport) {
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
