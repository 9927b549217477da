internal import AnimTiming

extension OutputComparison {
  /// SSIMULACRA2 of all frames of an output, weighted by duration.
  ///
  /// 100 for equal frames, 90 where no difference is visible, 70 where it is hard to notice without
  /// comparing, 50 for medium quality, 30 for low quality, 10 and less for very low quality.
  public struct SSIMULACRA2: Sendable, Hashable {
    /// The mean.
    public let mean: Double
    /// The 10th percentile: frames with this score or a lower one last at least a tenth of the
    /// time.
    public let p10: Double
    /// The lowest score.
    public let worst: Double
    /// The frame with that score, from 0; the first if there are several.
    public let worstFrame: Int

    /// - Parameter frames: at least one. If none has a duration, all have the same weight.
    init(_ frames: [(score: Double, duration: RationalTime)]) {
      var weights = Self.ticks(frames.map(\.duration))
      if weights.allSatisfy({ $0 == 0 }) { weights = frames.map { _ in 1 } }
      let total = weights.reduce(0, +)
      mean = zip(frames, weights).reduce(0) { $0 + $1.0.score * Double($1.1) } / Double(total)
      let order = frames.indices.sorted { (frames[$0].score, $0) < (frames[$1].score, $1) }
      var time: Int128 = 0
      let tenth = order.first { index in
        time += weights[index]
        return time * 10 >= total
      }
      p10 = frames[tenth!].score
      worst = frames[order[0]].score
      worstFrame = order[0]
    }

    /// Integers in the ratio of the durations; in nanoseconds if their common unit is too fine.
    private static func ticks(_ durations: [RationalTime]) -> [Int128] {
      var unit: Int64 = 1
      for duration in durations {
        let (product, overflows) = unit.multipliedReportingOverflow(
          by: duration.denominator / greatestCommonDivisor(unit, duration.denominator))
        unit = overflows ? 1_000_000_000 : product
        if overflows { break }
      }
      return durations.map { Int128($0.numerator) * Int128(unit) / Int128($0.denominator) }
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
      b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
  }
}
