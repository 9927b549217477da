internal import Libav
internal import Raster

extension EncoderRecipe {
  package static let x264 = EncoderRecipe(
    name: "libx264", codec: .h264,
    quality: CRFScale(
      0...51, standard: 20, worst: 40, lastResorts: 3, tenths: { _ in Array(0...9) },
      qualities: [1: 51, 10: 32.5, 25: 28, 40: 25, 50: 23, 60: 21.8, 75: 20, 85: 15, 95: 9, 100: 1]
    ) { -0.083 * $0 },
    presets: presetsOfX26x, defaultPreset: "medium", needsEvenSides: true, supports444: true,
    takesSegments: true, codecTag: "avc1", takesTrueTimes: true, reordersFrames: true,
    nanosecondsPerPixel: 60, browserRank: 4, options: x264Options, memory: x264Memory)

  /// For lossless images.
  static let x264RGB = EncoderRecipe(
    name: "libx264rgb", codec: .h264, presets: presetsOfX26x, defaultPreset: "medium",
    losslessFormat: .packedRGB, takesSegments: true, codecTag: "avc1", takesTrueTimes: true,
    reordersFrames: true, nanosecondsPerPixel: 60, browserRank: 4, options: x264Options,
    memory: x264Memory)

  /// Of x264 and x265.
  static let presetsOfX26x = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
    "placebo",
  ]

  /// Parameters of x264 and x265 for alternating images: the second last image is the best
  /// reference, and an image unlike the previous one does not start a new scene. With these
  /// settings x264 writes a twentieth of the bytes if most of the animation is still.
  static func turns(_ encoding: VideoEncoding) -> String {
    encoding.alternatesAlpha ? ":scenecut=0:ref=4" : ""
  }

  private static let x264Options: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    let preset = encoding.preset!
    var options = [Encoder.Option("preset", preset)]
    if let crf = encoding.crfText { options.append(Encoder.Option("crf", crf)) }
    if encoding.isLossless { options.append(Encoder.Option("qp", "0")) }
    // No profile is set, which FFmpeg 7.1.0 would refuse: for 4:2:0 and 8 bits x264 chooses High,
    // and High 4:4:4 Predictive, as required, for lossless images (crf 0). Weighted prediction
    // helps with fades. With B-frames, which are also weighted, it saves half a percent in film,
    // and in drawings too little to be worth the time.
    if encoding.samples == nil { options.append(Encoder.Option("weightp", "0")) }
    // Without this, some of its choices differ between processors.
    options.append(
      Encoder.Option(
        "x264-params",
        "cpu-independent=1" + turns(encoding) + chroma(encoding) + deblocking(encoding)
          + references(encoding)))
    if encoding.lookAhead < lookAheadOfX264(preset: preset) {
      options.append(Encoder.Option("rc-lookahead", String(encoding.lookAhead)))
    }
    return options
  }

  /// In 4:4:4, x264 quantizes chroma 6 steps coarser than luma. In pixel art single pixels have colours
  /// of their own, so there both are equal: at equal size the score of three sprites stays within 1.2
  /// points, that of smooth pictures would fall by 2.
  private static func chroma(_ encoding: VideoEncoding) -> String {
    encoding.isPixelArt && encoding.format == .yuv444 && !encoding.isLossless
      ? ":chroma-qp-offset=-6" : ""
  }

  /// At good qualities there are few blocks to smooth, and the usual filter smooths what is drawn: in
  /// a list with thin lines that scrolls it left a grey line for each row of blocks (SSIMULACRA2 60
  /// instead of 77, in 8 percent more bytes). Eight other drawings score up to 2.4 points more without
  /// it, six films 0 to 0.5. Gradients without edges lose 1.2 points: their blocks need it.
  private static func deblocking(_ encoding: VideoEncoding) -> String {
    encoding.keepsEdges && !encoding.isSmooth ? ":deblock=-3,-3" : ""
  }

  /// The number of references at preset medium and slow, for images that come back: 6 where level 4.0,
  /// which every player has, allows it (ITU-T H.264, table A-1). Screen recordings and films took 2 to
  /// 10 percent fewer bytes in the same time.
  private static func references(_ encoding: VideoEncoding) -> String {
    let more = moreReferences(preset: encoding.preset!, encoding.codedSize)
    let isFixed = encoding.alternatesAlpha || encoding.isLossless
    return more == 0 || isFixed ? "" : ":ref=\(mostReferences)"
  }

  private static let mostReferences = 6

  private static func moreReferences(preset: String, _ size: PixelSize) -> Int {
    let macroblocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
    guard macroblocks * mostReferences <= 32_768 else { return 0 }
    return ["medium", "slow"].contains(preset) ? mostReferences - references(preset: preset) : 0
  }

  /// The number of reference images that x264 uses by itself.
  private static func references(preset: String) -> Int {
    switch preset {
    case "ultrafast", "superfast", "veryfast": 1
    case "faster", "fast": 2
    case "medium": 3
    case "slow": 5
    case "slower": 8
    default: 16
    }
  }

  private static let x264Memory: @Sendable (String?) -> EncoderMemory = { preset in
    let preset = preset!
    let references = references(preset: preset)
    let isPlain = preset == "ultrafast"
    return EncoderMemory(
      base: 1 << 20, border: 32, still: isPlain ? 140 : 200,
      kept: isPlain ? 150 : 210 + 32 * references, growth: references,
      moreReferences: { moreReferences(preset: preset, $0) }, perReference: 32,
      perPictureThread: isPlain ? 85 : 105, perLookAhead: 32,
      mostLookAhead: lookAheadOfX264(preset: preset), fullChroma: 17)
  }

  /// In images.
  private static func lookAheadOfX264(preset: String) -> Int {
    switch preset {
    case "ultrafast", "superfast": 0
    case "veryfast": 10
    case "faster": 20
    case "fast": 30
    case "medium": 40
    case "slow": 50
    default: 60
    }
  }
}

extension VideoEncoding {
  /// Whether edges that are drawn are kept from the filter of blocks.
  package var keepsEdges: Bool {
    encoder == EncoderRecipe.x264.name && !isLossless && crf.map { $0 <= 24 } == true
  }
}
