internal import AnimTiming
internal import GIFCoding
internal import Messages
internal import Raster
internal import Writing

/// How a GIF is coded.
struct GIFPlan: OutputPlan {
  let settings: GIFEncodingSettings
  /// The result of examining the frames.
  let content: GIFContent
  /// How pixels are kept losslessly; nil if some may change.
  let lossless: LosslessGIF?
  let size: PixelSize
  /// The note about partly transparent pixels.
  let notesOfEdges: [ConversionMessage]
  let outputs: [Conversion.Plan.Output]

  /// The quality if none is given.
  static let defaultQuality = GIFEncodingSettings.defaultQuality

  /// The quality of photographs and films if none is given, unless they come from a GIF: 256
  /// colours limit them in any case. Clips took 15 to 27 percent fewer bytes, and lost 1 to 4
  /// points of SSIMULACRA2; flat pictures would lose 20.
  static let defaultQualityOfFilm = 75

  /// Encoder settings for a request.
  static func settings(_ conversion: Conversion, _ frames: PlayedFrames) -> GIFEncodingSettings {
    let options = conversion.image
    var settings = GIFEncodingSettings()
    settings.quality = options.quality ?? defaultQuality
    settings.effort = options.effort
    settings.colors = options.colors ?? 256
    settings.dither = options.dither
    settings.motionThreshold = options.motionThreshold
    settings.usesOnlyGlobalPalette = options.usesGlobalPalette
    settings.isPlain = options.isPlain
    let isCounted = conversion.constraints.contains {
      [.frames, .pixels, .fps].contains($0.property)
    }
    settings.addsFrames = !isCounted && !AnalysisRequest.keepsFrames(conversion, frames)
    // The largest loop count of a GIF; a larger count is as good as forever.
    let plays = (options.plays ?? frames.plays).totalPlays
    settings.plays = plays <= 0x10000 ? plays : 0
    let matte = frames.shaping.matte
    settings.alphaEdge =
      switch options.alphaEdge {
      case .threshold: .threshold
      case .dither: .dither
      case .matte:
        .matte(UInt32(matte.red) | UInt32(matte.green) << 8 | UInt32(matte.blue) << 16)
      }
    return settings
  }

  /// Whether the shown pixels are exactly the expected ones, after alpha was made binary.
  var isExact: Bool { lossless != nil || content.isExact(settings) }

  /// The step that makes alpha binary.
  var edge: AlphaEdge { AlphaEdge(rule: settings.alphaEdge, width: size.width) }

  var blendsEdges: Bool { if case .matte = settings.alphaEdge { true } else { false } }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try GIFDelivery(plan, self)
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: size)
    facts.note(plan.timeline, size: size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if conversion.image.isLossless == true { return [] }
    let lower = stride(from: 99, through: 20, by: -1).filter { $0 < settings.quality }.map {
      quality in SizeChoice(title: "quality \(quality)") { $0.image.quality = quality }
    }
    let worst = lower.isEmpty ? settings.quality : 20
    let fewer = [128, 64, 32, 16].filter { $0 < settings.colors }.map { (colors: Int) in
      SizeChoice(title: "quality \(worst), \(colors) colours") {
        $0.image.quality = worst
        $0.image.colors = colors
      }
    }
    return lower + fewer
  }

  func bestQuality(_ conversion: Conversion) -> SizeChoice? {
    conversion.image.isLossless == true
      ? nil : SizeChoice(title: "quality 100") { $0.image.quality = 100 }
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    plan.shaping.noteOfFlattening(keeper: "a GIF can keep") + notesOfEdges
  }

  var summary: [(topic: String, text: String)] {
    let text =
      switch content {
      case _ where lossless != nil: "every pixel as it is, effort \(settings.effort)"
      case .flat where isExact: "every colour as it is"
      case .flat where settings.isPlain: "few colours, whole pictures"
      case .flat(let plan) where plan.isExact:
        "quality \(settings.quality), small changes are painted late or never"
      case .flat: "few colours, one table, no dither"
      case .natural: "quality \(settings.quality), a search over colours and codes"
      }
    return [("image", "\(text); plays \(LoopCount(totalPlays: settings.plays))")]
  }
}
