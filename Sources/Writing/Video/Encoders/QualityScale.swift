/// The factor of an encoder for every quality from 1 to 100, so that a quality looks alike in
/// videos, WebP and AVIF.
///
/// The scale is that of lossy WebP. Where another encoder has a point here, the films of
/// `Tests/Benchmarks/quality` have the same SSIMULACRA2 (10th percentile) with it as in a WebP of that
/// quality; in between, the factor changes evenly.
package struct QualityScale: Sendable {
  /// By rising quality; the first is 1, and the last 100.
  private let points: [(quality: Int, factor: Double)]

  package init(_ points: KeyValuePairs<Int, Double>) {
    self.points = points.map { (quality: $0.key, factor: $0.value) }
  }

  /// The factor in tenths; lower ones are better.
  ///
  /// - Parameter quality: from 1 to 100.
  package func tenths(quality: Int) -> Int {
    let next = points.firstIndex { $0.quality >= quality } ?? points.count - 1
    let (upper, lower) = (points[next], points[max(0, next - 1)])
    guard upper.quality > quality else { return Int((upper.factor * 10).rounded()) }
    let share = Double(quality - lower.quality) / Double(upper.quality - lower.quality)
    return Int(((lower.factor + share * (upper.factor - lower.factor)) * 10).rounded())
  }
}
