internal import Libav
internal import Raster

extension EncoderRecipe {
  /// For inputs that SVT-AV1 refuses: lossless images, 4:4:4, and sides below 64 pixels. And for small
  /// images and pixel art: at equal SSIMULACRA2 (10th percentile), its files have 0.6 to 0.9 of the
  /// bytes of SVT-AV1's.
  static let aomAV1 = EncoderRecipe(
    name: "libaom-av1", codec: .av1,
    quality: CRFScale(
      0...63, standard: 28, worst: 62,
      qualities: [
        1: 63, 10: 57, 25: 45, 40: 34.5, 50: 29.5, 60: 25.5, 75: 19, 85: 13.5, 95: 5.5, 100: 1,
      ],
      sizeCurve: sizeOfAV1),
    presets: (0...8).map(String.init), defaultPreset: "6",
    // Twice the time of SVT-AV1, which is short for these sizes.
    betterPreset: { _, size in isSmall(size) ? "4" : nil },
    isBetter: { size, isPixelArt in isSmall(size) || isPixelArt && size.area <= 512 * 512 },
    supports444: true,
    losslessFormat: .planarRGB, keepsLight: true, takesSegments: true, codecTag: "av01",
    needsGlobalHeader: true, nanosecondsPerPixel: 250, browserRank: 0, mediaName: mediaNameOfAV1,
    options: aomAV1Options,
    memory: { _ in
      EncoderMemory(
        base: 6 << 20, perThread: 1 << 20, border: 256, inner: 140, still: 45, kept: 125,
        growth: 3, perLookAhead: 15, mostLookAhead: mostLookAheadOfAOM, reservesLookAhead: true,
        fullChroma: 16)
    })

  private static func isSmall(_ size: PixelSize) -> Bool { size.area <= 256 * 256 }

  private static let mostLookAheadOfAOM = 35

  private static let aomAV1Options: @Sendable (VideoEncoding) -> [Encoder.Option] = { encoding in
    var options = [
      Encoder.Option("cpu-used", encoding.preset!), Encoder.Option("row-mt", "1"),
      Encoder.Option("tiles", encoding.codedSize.width >= 1024 ? "2x1" : "1x1"),
    ]
    if let crf = encoding.crfText { options.append(Encoder.Option("crf", crf)) }
    if encoding.bitrate == nil { options.append(Encoder.Option("b", "0")) }
    if encoding.isLossless { options.append(Encoder.Option("aom-params", "lossless=1")) }
    if encoding.lookAhead < mostLookAheadOfAOM {
      options.append(Encoder.Option("lag-in-frames", String(encoding.lookAhead)))
    }
    return options
  }
}
