internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How a JPEG is written.
struct JPEGPlan: OutputPlan {
  /// From 1 to 100.
  let quality: Int
  let outputs: [Conversion.Plan.Output]

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try JPEGDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts[.alpha] = .truth(false)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    plan.shaping.noteOfFlattening(keeper: "PNG and WebP keep")
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    stride(from: 95, through: 30, by: -5).filter { $0 < quality }.map { quality in
      SizeChoice(title: "quality \(quality)") { $0.frames.quality = quality }
    }
  }

  var summary: [(topic: String, text: String)] {
    [(topic: "encode", text: "JPEG, quality \(quality)")]
  }
}
