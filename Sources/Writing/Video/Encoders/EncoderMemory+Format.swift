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
    self = recipe.memory(preset)
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
}
