internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How an APNG is compressed.
struct APNGPlan: OutputPlan {
  /// From 0 (fast) to 9 (small).
  let effort: Int
  let colors: APNGColors
  /// The colours that replace all others; nil for exact pixels.
  let palette: PixelPalette?
  let plays: LoopCount
  let size: PixelSize
  let outputs: [Conversion.Plan.Output]

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try ImageDelivery(plan) { try WrittenAPNG(plan, self, tick: tick, $1) }
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: size)
    facts.note(plan.timeline, size: size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    plan.shaping.noteOfFlattening(keeper: "an APNG can keep")
  }

  /// Fewer colours. More effort takes long and saves a few percent, so it is tried only if there
  /// are already few colours.
  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    let most: Int = colors.count ?? .max
    let fewer = [256, 128, 64, 32, 16].filter { $0 < most }.map { (count: Int) in
      SizeChoice(title: "\(count) colours") { $0.image.colors = count }
    }
    if !fewer.isEmpty || effort >= 9 { return fewer }
    return [SizeChoice(title: "effort 9") { $0.image.effort = 9 }]
  }

  var summary: [(topic: String, text: String)] {
    [("image", "\(colors.title), effort \(effort); plays \(plays)")]
  }
}
