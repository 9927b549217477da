internal import AnimConv

/// Plan and report of a conversion for machines.
struct ReportJSON: Encodable {
  let plan: PlanJSON
  let outputs: [WrittenJSON]
  let warnings: [WarningJSON]

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
  }
}
