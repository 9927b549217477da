/// The constant rate factor of an encoder, and its effect on the size.
package struct CRFScale: Sendable {
  /// A preset with fewer bytes at the same factor and the same quality, in 1.3 to 3 times the time.
  package typealias SlowerPreset = (preset: String, saving: Double)

  /// From best to smallest.
  package let range: ClosedRange<Int>
  /// The default for frames without grain.
  private let standard: Int
  /// How much lower the default is for frames with much grain: with one factor for all frames, the
  /// encoder would keep less of it than x264.
  let lessForGrain: Double
  /// The factor beyond which a smaller frame looks better.
  package let worst: Int
  /// The number of factors beyond ``worst`` that are better than a smaller frame if they alone
  /// suffice, because scaling starts with a jump in size.
  package let lastResorts: Int
  /// The fractional steps in tenths, ascending from 0, for a number of passes.
  ///
  /// Whole factors of VP9 and AV1 differ by 3 to 8 % in bytes.
  let tenths: @Sendable (_ passes: Int) -> [Int]
  /// Whether the gain of fractional factors differs from clip to clip.
  package let tenthsAreUncertain: Bool
  /// Slower presets by preset. The saving is the approximate drop of the natural logarithm of the
  /// size; it is smaller than that of the next factor, for encoders with only whole ones.
  package let slowerPresets: [String: SlowerPreset]
  /// The factor for each quality from 1 to 100.
  let qualities: QualityScale
  private let sizeCurve: @Sendable (Double) -> Double

  /// - Parameter sizeCurve: the natural logarithm of the size for a factor, up to a constant: the
  ///   mean over the clips of `Tests/Benchmarks/quality` and others.
  init(
    _ range: ClosedRange<Int>, standard: Int, lessForGrain: Double = 0, worst: Int,
    lastResorts: Int = 0,
    tenths: @escaping @Sendable (_ passes: Int) -> [Int] = { _ in [0] },
    tenthsAreUncertain: Bool = false, slowerPresets: [String: SlowerPreset] = [:],
    qualities: KeyValuePairs<Int, Double>,
    sizeCurve: @escaping @Sendable (Double) -> Double
  ) {
    self.range = range
    self.standard = standard
    self.lessForGrain = lessForGrain
    self.worst = worst
    self.lastResorts = lastResorts
    self.tenths = tenths
    self.tenthsAreUncertain = tenthsAreUncertain
    self.slowerPresets = slowerPresets
    self.qualities = QualityScale(qualities)
    self.sizeCurve = sizeCurve
  }

  /// The possible factor nearest to that of a quality from 1 to 100.
  func factor(quality: Int, passes: Int) -> (whole: Int, tenths: Int) {
    nearest(qualities.tenths(quality: quality), passes: passes)
  }

  /// The default for frames with that grain, from 0 for none to 1.
  func standard(grain: Double, passes: Int) -> (whole: Int, tenths: Int) {
    nearest(10 * standard - Int((10 * lessForGrain * grain).rounded()), passes: passes)
  }

  private func nearest(_ wanted: Int, passes: Int) -> (whole: Int, tenths: Int) {
    let near = [wanted / 10, wanted / 10 + 1].flatMap { whole in
      tenths(passes).map { (whole: whole, tenths: $0) }
    }
    return near.filter { 10 * $0.whole + $0.tenths <= 10 * range.upperBound }
      .min { abs(10 * $0.whole + $0.tenths - wanted) < abs(10 * $1.whole + $1.tenths - wanted) }!
  }

  /// The natural logarithm of the size, up to a constant.
  package func logSize(tenths: Int) -> Double { sizeCurve(Double(tenths) / 10) }

  /// The position of a factor in the last range, where quantizer steps are larger and have little
  /// effect: 0 up to `first`, 1 at 63, and the third power in between.
  static func lastSteps(_ crf: Double, from first: Double) -> Double {
    let share = max(0, crf - first) / (63 - first)
    return share * share * share
  }
}
