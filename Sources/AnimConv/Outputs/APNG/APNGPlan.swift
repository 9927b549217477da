internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How an APNG is compressed.
struct APNGPlan: OutputPlan {
  /// From 0 (fast) to 9 (small).
  let effort: Int
  let colors: APNGColors
  let plays: LoopCount
  let size: PixelSize
  let outputs: [PlannedOutput]

  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try APNGDelivery(plan, self, tick: tick)
  }

  func note(in facts: inout MediaFacts, of plan: ConversionPlan) {
    facts.note(size: size)
    facts.note(plan.timeline, size: size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: ConversionPlan) -> [Message] {
    plan.shaping.noteOfFlattening(keeper: "an APNG can keep")
  }

  /// Only time can be traded.
  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    effort >= 9 ? [] : [SizeChoice(title: "effort 9") { $0.image.effort = 9 }]
  }

  var summary: [(topic: String, text: String)] {
    [("image", "\(colors.title), effort \(effort); plays \(plays)")]
  }
}
