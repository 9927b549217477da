internal import Libav

extension EncoderRecipe {
  /// Images smaller than a coding tree unit corrupt x265's memory (3.5: 34x18, 48x34).
  static let x265 = EncoderRecipe(
    name: "libx265", codec: .hevc,
    quality: CRFScale(
      0...51, standard: 22, lessForGrain: 2, worst: 40, lastResorts: 3,
      tenths: { _ in Array(0...9) },
      qualities: [
        1: 51, 10: 33.5, 25: 29, 40: 25.5, 50: 23.6, 60: 22.2, 75: 20, 85: 15.4, 95: 9, 100: 1,
      ]
    ) { -0.094 * $0 },
    presets: presetsOfX26x, defaultPreset: "medium", needsEvenSides: true, minSide: 64,
    supports444: true, losslessFormat: .planarRGB, keepsLight: true, takesSegments: true,
    codecTag: "hvc1", reordersFrames: true, nanosecondsPerPixel: 220, browserRank: 2,
    options: x265Options, memory: x265Memory)

  private static let x265Options: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    let preset = encoding.preset!
    var options = [Encoder.Option("preset", preset)]
    if let crf = encoding.crfText { options.append(Encoder.Option("crf", crf)) }
    // `info` would write the compiler and the processor into the stream; its log goes directly to
    // standard error; threads would depend on the machine.
    let threads = "frame-threads=\(min(encoding.threads, 4)):pools=4:lookahead-slices=0"
    let lossless = encoding.isLossless ? ":lossless=1" : ""
    // In addition to the images for B-frames. Five images fewer than in medium's own setting save 5
    // % of the memory for less than 1 % more bytes.
    let isUsual = preset == "medium" && encoding.bFrames > 0
    let ahead = min(encoding.lookAhead, isUsual ? 15 : .max)
    let shorter = ahead < lookAheadOfX265(preset: preset) ? ":rc-lookahead=\(ahead)" : ""
    // The stream repeats the container's values, for players that read them there.
    let light = encoding.light?.metadata
    let display = light?.displayInUnits.map { ":master-display=\($0)" } ?? ""
    let content = light?.contentLight.map { ":max-cll=\($0)" } ?? ""
    let plain = "log-level=none:info=0:open-gop=0"
    options.append(
      Encoder.Option(
        "x265-params",
        "\(plain):\(threads)\(lossless)\(shorter)\(turns(encoding))\(display)\(content)"))
    return options
  }

  private static let x265Memory: @Sendable (String?) -> EncoderMemory = { preset in
    let preset = preset!
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
      perPictureThread: 56, perLookAhead: 33, mostLookAhead: lookAheadOfX265(preset: preset),
      fullChroma: 14)
  }

  /// In images.
  private static func lookAheadOfX265(preset: String) -> Int {
    switch preset {
    case "ultrafast": 5
    case "superfast": 10
    case "veryfast", "faster", "fast": 15
    case "medium": 20
    case "slow": 25
    case "slower", "veryslow": 40
    default: 60
    }
  }
}
