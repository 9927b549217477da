internal import Libav
internal import Raster

extension EncoderRecipe {
  static let vp8 = EncoderRecipe(
    name: "libvpx", codec: .vp8,
    quality: CRFScale(
      4...63, standard: 10, worst: 56,
      qualities: [
        1: 63, 10: 61, 25: 56.5, 40: 43, 50: 37, 60: 32, 75: 24, 85: 12.3, 95: 4.5, 100: 4,
      ]
    ) { -0.05 * $0 },
    presets: (0...16).map(String.init), defaultPreset: "4",
    // RFC 6386, 9.1: 14 bits a side.
    maxSide: 16_383, supportsAlpha: true,
    // RFC 6386, 9.2.
    impliedMatrix: .bt601, alphaDecoder: "libvpx", nanosecondsPerPixel: 60, browserRank: 3,
    mediaName: { _, _, _ in "vp8" },
    // It needs a maximum rate: four bits per pixel is more than it ever uses.
    ceiling: { encoding in
      let rate = encoding.encoderRate
      let perFrame = encoding.codedSize.area * 4
      return min(
        max(perFrame * Int(rate.numerator) / Int(rate.denominator), 1_000_000), 500_000_000)
    },
    options: { encoding in
      var options = [
        Encoder.Option("deadline", "good"), Encoder.Option("cpu-used", encoding.preset!),
      ]
      if let crf = encoding.crfText { options.append(Encoder.Option("crf", crf)) }
      if encoding.hasAlpha { options.append(Encoder.Option("auto-alt-ref", "0")) }
      return options
    },
    memory: { _ in
      EncoderMemory(base: 1 << 20, border: 32, still: 300, kept: 345, growth: 3)
    })
}
