/// The parameters of a quality.
package struct EncodingWeights: Hashable, Sendable {
  /// The squared difference in OKLab that one bit may cost; lightness has the range 1.
  package var errorPerBit: Float
  /// The smallest change in OKLab that is painted, in areas that are neither flat nor busy.
  package var visibleChange: Float
  /// The share of an error that is passed to the neighbours.
  package var dither: Float = 0.77
  /// The number of strings that the search follows at once.
  package var beamWidth: Int = 12
  /// The number of frames whose mean a painted pixel may take.
  package var lookAhead: Int = 4

  package init(_ settings: GIFEncodingSettings) {
    let loss = Float(100 - settings.quality) / 15
    errorPerBit = 6e-5 * loss * loss
    visibleChange = 0.002 * loss.squareRoot()
    visibleChange *= Float(settings.motionThreshold)
    if let dither = settings.dither { self.dither = Float(dither) }
    beamWidth = [1, 2, 4, 8, 12, 16, 24, 32, 48, 64][min(9, max(0, settings.effort))]
  }

  /// The change, in units of ``Lab``, that flat content paints late or never: none from the default
  /// quality upward; each step below it adds three thousandths of the range of lightness, up to
  /// three hundredths, which is about eight levels of a byte.
  static func flatTolerance(_ settings: GIFEncodingSettings) -> Float {
    let loss = Float(max(0, min(10, GIFEncodingSettings.defaultQuality - settings.quality)))
    return 0.003 * loss * Float(settings.motionThreshold) * OKLab.scale
  }

  /// Weights for flat content: bits never justify errors, and errors are not diffused.
  init(exact settings: GIFEncodingSettings) {
    self.init(settings)
    errorPerBit = 0
    visibleChange = 0
    dither = 0
  }

  var search: SearchSettings {
    SearchSettings(
      errorPerBit: errorPerBit * OKLab.scale * OKLab.scale, dither: dither, beamWidth: beamWidth)
  }
}
