internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How a WebP is encoded.
struct WebPPlan: OutputPlan {
  let settings: WebPSettings
  let plays: LoopCount
  let size: PixelSize
  let outputs: [Conversion.Plan.Output]

  /// Writer settings for a request.
  static func settings(_ options: Conversion.Image) -> WebPSettings {
    var settings = WebPSettings()
    settings.mode = options.isLossless == true ? .lossless : options.webp
    settings.quality = options.quality ?? settings.quality
    settings.alphaQuality = options.alphaQuality ?? settings.alphaQuality
    settings.effort = options.effort
    return settings
  }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try ImageDelivery(plan) { try WrittenWebP(plan, self, $1) }
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: size)
    facts.note(plan.timeline, size: size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    plan.shaping.noteOfFlattening(keeper: "a WebP can keep")
  }

  /// Each step changes the size by 2 or 3 %, so little of the limit stays unused.
  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if settings.mode == .lossless {
      return settings.effort >= 9 ? [] : [SizeChoice(title: "effort 9") { $0.image.effort = 9 }]
    }
    return stride(from: settings.quality - 1, through: 10, by: -1).map { quality in
      SizeChoice(title: "quality \(quality)") { $0.image.quality = quality }
    }
  }

  func bestQuality(_ conversion: Conversion) -> SizeChoice? {
    settings.mode == .lossless ? nil : SizeChoice(title: "quality 100") { $0.image.quality = 100 }
  }

  func exactQuality(_ conversion: Conversion) -> SizeChoice? {
    switch settings.mode {
    case .lossless, .lossy: nil
    case .auto, .mixed: SizeChoice(title: "lossless") { $0.image.isLossless = true }
    }
  }

  var summary: [(topic: String, text: String)] {
    let text =
      switch settings.mode {
      case .lossless: "every pixel as it is"
      case .lossy: "lossy, quality \(settings.quality)"
      case .mixed: "each frame lossy or lossless, quality \(settings.quality)"
      case .auto: "lossy or lossless by content, quality \(settings.quality)"
      }
    return [("image", "\(text), effort \(settings.effort); plays \(plays)")]
  }
}
