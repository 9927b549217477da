internal import Libav

extension EncoderMemory {
  /// The measured figures of an encoder.
  ///
  /// - Parameters:
  ///   - preset: the encoder's preset; nil for encoders without presets.
  ///   - codesAlphaApart: whether a second encoder without look-ahead encodes alpha.
  package init(
    _ recipe: EncoderRecipe, preset: String?, format: SampleFormat, codesAlphaApart: Bool = false
  ) {
    switch recipe.name {
    case EncoderRecipe.x264.name, EncoderRecipe.x264RGB.name: self = .x264(preset: preset!)
    case EncoderRecipe.x265.name: self = .x265(preset: preset!)
    case EncoderRecipe.svtAV1.name: self = .svtAV1(preset: preset!)
    case EncoderRecipe.aomAV1.name: self = .aomAV1
    case EncoderRecipe.vp9.name: self = .vp9
    case EncoderRecipe.vp8.name: self = .vp8
    case EncoderRecipe.proRes.name: self = .proRes
    default: preconditionFailure("no figures for \(recipe.name)")
    }
    self.codesAlphaApart = codesAlphaApart
    switch format {
    case .yuv444, .planarRGB, .packedRGB:
      kept = kept * fullChroma / 10
      still = still * fullChroma / 10
      perLookAhead = perLookAhead * fullChroma / 10
    // Samples of two bytes.
    case .yuv420Deep:
      kept *= 2
      still *= 2
      perPictureThread *= 2
      perLookAhead *= 2
    // A second encoder in parallel.
    case .yuv420(alpha: true): encoders = 2
    case .yuv444Deep(alpha: true):
      kept *= 4
      still *= 4
      perPictureThread *= 4
    case .yuv420(alpha: false), .yuv444Deep(alpha: false), .alpha, .alphaAsLuma: break
    }
  }

  private static func x264(preset: String) -> EncoderMemory {
    // The number of reference images, by preset.
    let references =
      switch preset {
      case "ultrafast", "superfast", "veryfast": 1
      case "faster", "fast": 2
      case "medium": 3
      case "slow": 5
      case "slower": 8
      default: 16
      }
    let isPlain = preset == "ultrafast"
    return EncoderMemory(
      base: 1 << 20, border: 32, still: isPlain ? 140 : 200,
      kept: isPlain ? 150 : 210 + 32 * references, growth: references,
      perPictureThread: isPlain ? 85 : 105, perLookAhead: 32,
      mostLookAhead: LookAhead.ofX264(preset: preset), fullChroma: 17)
  }

  private static func x265(preset: String) -> EncoderMemory {
    let kept =
      switch preset {
      case "ultrafast", "superfast": 430
      case "veryfast", "faster", "fast": 470
      case "medium": 560
      case "slow": 650
      default: 750
      }
    return EncoderMemory(
      base: 5 << 20, perThread: 3 << 19, border: 80, still: 120, kept: kept, growth: 12,
      perPictureThread: 56, perLookAhead: 33, mostLookAhead: LookAhead.ofX265(preset: preset),
      fullChroma: 14)
  }

  private static func svtAV1(preset: String) -> EncoderMemory {
    let inner =
      switch Int(preset)! {
      case ...4: 1660
      case 5...6: 300
      case 7...10: 0
      default: -380
      }
    var memory = EncoderMemory(
      base: 27 << 20, inner: inner, still: 1170, kept: 2090, growth: 27)
    switch SVTAV1.release {
    case ..<2: return memory
    case ..<4:
      memory.base = -1 << 20
      memory.perThread = 28 << 20
      memory.perWaitingThread = 680
    default:
      memory = EncoderMemory(
        base: -6 << 20, perThread: 18 << 20, inner: max(0, inner), still: 400, kept: 1510,
        growth: 27, perWaitingThread: 380)
    }
    memory.mostThreads = SVTAV1.mostThreads
    return memory
  }

  private static let aomAV1 = EncoderMemory(
    base: 6 << 20, perThread: 1 << 20, border: 256, inner: 140, still: 45, kept: 125, growth: 3,
    perLookAhead: 15, mostLookAhead: 35, reservesLookAhead: true, fullChroma: 16)

  private static let vp9 = EncoderMemory(
    base: 10 << 20, perThread: 6 << 20, border: 160, inner: 506, still: 109, kept: 145, growth: 3,
    perLookAhead: 15, mostLookAhead: 25, reservesLookAhead: true, fullChroma: 20)

  private static let vp8 = EncoderMemory(
    base: 1 << 20, border: 32, still: 300, kept: 345, growth: 3)

  private static let proRes = EncoderMemory(
    base: 1 << 19, still: 105, kept: 110, growth: 1, perPictureThread: 106)
}
