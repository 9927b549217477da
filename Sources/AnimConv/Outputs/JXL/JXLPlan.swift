internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How a JPEG XL is encoded.
struct JXLPlan: OutputPlan {
  let settings: JXLSettings
  /// Whether lossless encoding was requested, so that it is kept even if bytes are limited.
  let isExact: Bool
  let plays: LoopCount
  let size: PixelSize
  let outputs: [Conversion.Plan.Output]

  /// The writer's settings for a request.
  static func settings(_ options: Conversion.Image, hasAlpha: Bool) -> JXLSettings {
    var settings = JXLSettings()
    settings.quality = options.isLossless == true ? nil : options.quality
    settings.effort = options.effort
    settings.hasAlpha = hasAlpha
    return settings
  }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try ImageDelivery(plan) { try WrittenJXL(plan, self, $1) }
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: size)
    facts.note(plan.timeline, size: size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes = plan.shaping.noteOfFlattening(keeper: "a JPEG XL can keep")
    notes += [SampleDepth.note(settings.depth, .png, plan.source)].compactMap(\.self)
    if plan.frameCount > 1 {
      notes.append("Safari shows the first frame of a JPEG XL only")
      if settings.quality != nil {
        notes.append(
          "each frame of a JPEG XL is coded by itself; with loss, an AVIF is usually smaller")
      }
    }
    return notes
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    let harder =
      settings.quality == nil && settings.effort < 9
      ? [SizeChoice(title: "effort 9") { $0.image.effort = 9 }] : []
    if isExact { return harder }
    return harder
      + stride(from: (settings.quality ?? 96) - 1, through: 10, by: -1).map { quality in
        SizeChoice(title: "quality \(quality)") { $0.image.quality = quality }
      }
  }

  func bestQuality(_ conversion: Conversion) -> SizeChoice? {
    isExact ? nil : SizeChoice(title: "quality 100") { $0.image.quality = 100 }
  }

  var summary: [(topic: String, text: String)] {
    let text = settings.quality.map { "lossy, quality \($0)" } ?? "every pixel as it is"
    let bits = settings.depth == 16 ? ", 16 bits a sample" : ""
    return [("image", "\(text)\(bits), effort \(settings.effort); plays \(plays)")]
  }
}
