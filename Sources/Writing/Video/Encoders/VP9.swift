internal import Libav
internal import Raster

extension EncoderRecipe {
  static let vp9 = EncoderRecipe(
    name: "libvpx-vp9", codec: .vp9,
    quality: CRFScale(
      0...63, standard: 28, lessForGrain: 3, worst: 63,
      // About the middle; in a single pass it is no better than the previous factor.
      tenths: { passes in passes == 2 ? [0, 5] : [0] }, tenthsAreUncertain: true,
      slowerPresets: ["1": ("0", 0.03)],
      qualities: [
        1: 63, 10: 58.5, 25: 48.5, 40: 39, 50: 34.3, 60: 30.5, 75: 26, 85: 17.5, 95: 7, 100: 1,
      ]
    ) { -0.034 * $0 - 0.2 * CRFScale.lastSteps($0, from: 52) },
    presets: (0...8).map(String.init), defaultPreset: "2", livePreset: "2",
    // With a single pass, it compensates by a longer look-ahead: without it, screen recordings take
    // 1.7 times the bytes.
    betterPreset: { passes, _ in passes == 1 ? "1" : nil },
    supports444: true, losslessFormat: .planarRGB, supportsAlpha: true, takesSegments: true,
    presetsWithTwoPasses: ["0", "1", "2", "3"], alphaDecoder: "libvpx-vp9",
    nanosecondsPerPixel: 190, browserRank: 1, mediaName: { _, _, _ in "vp9" },
    options: vp9Options, alphaOptions: vp9AlphaOptions,
    memory: { _ in
      EncoderMemory(
        base: 10 << 20, perThread: 6 << 20, border: 160, inner: 506, still: 109, kept: 145,
        growth: 3, perLookAhead: 15, mostLookAhead: mostLookAheadOfVP9, reservesLookAhead: true,
        fullChroma: 20)
    })

  private static let mostLookAheadOfVP9 = 25

  /// In the second of two passes libvpx would trace which parts of an image later ones are
  /// predicted from, with 48 bytes for each 64 pixels of 50 images: 94 MB at 1920 x 1080 and a
  /// sixth of the time, with no gain at equal SSIM (0.989 to 1.004 of the bytes on the clips of
  /// `Tests/Benchmarks/quality`).
  private static let noTPL = Encoder.Option("enable-tpl", "0")

  /// Two passes know the scene changes and would start them with key frames. An image that returns
  /// could then not be predicted from its earlier occurrence, and alpha, which is encoded
  /// separately, would lack those key frames.
  private static let fewKeyFrames = Encoder.Option("keyint_min", String(maxKeyFrameDistance))

  /// Each frame adapts its probabilities to the previous frame.
  private static let adapting = Encoder.Option("frame-parallel", "0")

  private static func tileColumns(_ encoding: VideoEncoding) -> Encoder.Option {
    Encoder.Option("tile-columns", encoding.codedSize.width >= 1024 ? "2" : "1")
  }

  private static let vp9Options: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    var options = [
      Encoder.Option("deadline", "good"), Encoder.Option("cpu-used", encoding.preset!),
      Encoder.Option("row-mt", "1"), tileColumns(encoding), noTPL, adapting,
    ]
    // A factor between two factors: the settings of the worse one, but small differences that it
    // would drop are kept, for 1 to 7 % more bytes.
    let isBetween = encoding.crfTenths > 0
    if let crf = encoding.crf {
      options.append(Encoder.Option("crf", String(isBetween ? crf + 1 : crf)))
    }
    if isBetween { options.append(Encoder.Option("sharpness", "1")) }
    if encoding.bitrate == nil { options.append(Encoder.Option("b", "0")) }
    if encoding.isLossless { options.append(Encoder.Option("lossless", "1")) }
    if encoding.passes == 2 { options.append(fewKeyFrames) }
    if encoding.lookAhead < mostLookAheadOfVP9 {
      options.append(Encoder.Option("lag-in-frames", String(encoding.lookAhead)))
    }
    return options
  }

  /// Alpha is encoded without look-ahead, so that every image gives a packet. Its key frames are at
  /// those of the colours.
  private static let vp9AlphaOptions: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    // The best deadline takes twice the time of the next one and saves a tenth of the bytes.
    let isSmall = encoding.codedSize.area <= 512 * 512
    let options = [
      Encoder.Option("deadline", isSmall ? "best" : "good"), Encoder.Option("cpu-used", "0"),
      Encoder.Option("row-mt", "1"), noTPL, tileColumns(encoding),
      Encoder.Option("b", "0"), Encoder.Option("crf", String(encoding.alphaCRF ?? 0)),
      Encoder.Option("lossless", encoding.alphaCRF == nil ? "1" : "0"),
      Encoder.Option("lag-in-frames", "0"), Encoder.Option("auto-alt-ref", "0"),
    ]
    // Adapting from frame to frame is worthwhile with two passes, as for colours.
    return encoding.passes == 2 ? options + [fewKeyFrames, adapting] : options
  }
}
