internal import AnimTiming
internal import Writing

extension Conversion {
  /// The same request adapted for separate colour and alpha images: MP4 with a constant frame rate,
  /// because their players count frames.
  ///
  /// - Throws: ``SplitAlphaError``.
  package func suitedToSplitAlpha(_ kind: OutputKind) throws(SplitAlphaError) -> Conversion {
    guard let mode = shaping.alpha, mode.separatesAlpha else { return self }
    guard kind == .video(.mp4) else { throw .needsMP4(mode, kind) }
    if timing.schedule == .variable { throw .needsConstantRate(mode) }
    var suited = self
    suited.timing.schedule = timing.schedule ?? .slots(tolerance: nil)
    return suited
  }
}
