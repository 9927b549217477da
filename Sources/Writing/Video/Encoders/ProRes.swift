internal import Libav

extension EncoderRecipe {
  static let proRes = EncoderRecipe(
    name: "prores_ks", codec: .prores, isDeepOnly: true, supportsAlpha: true, codecTag: "ap4h",
    hasOnlyKeyFrames: true, nanosecondsPerPixel: 40, browserRank: 5,
    options: { encoding in
      [
        Encoder.Option("profile", "4444"), Encoder.Option("vendor", "apl0"),
        Encoder.Option("alpha_bits", encoding.hasAlpha ? "16" : "0"),
      ]
    },
    memory: { _ in
      EncoderMemory(base: 1 << 19, still: 105, kept: 110, growth: 1, perPictureThread: 106)
    })
}
