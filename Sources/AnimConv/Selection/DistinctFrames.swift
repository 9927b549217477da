/// Finds frames that differ from the previously kept frame.
///
/// The difference is the largest difference of any cell, so that a cursor counts. It must exceed
/// the noise. Noise affects all cells. It is estimated from the median difference of a cell between
/// consecutive frames, over the frames up to ``ahead`` later. The largest difference among
/// thousands of noisy cells is several times as large.
struct DistinctFrames {
  /// A kept frame.
  struct Kept: Hashable, Sendable {
    let position: Int
    /// The difference from the previously kept frame; nil for the first.
    let difference: Int?
  }

  private(set) var kept: [Kept] = []

  private var waiting: [(position: Int, sketch: FrameSketch)] = []
  private var last: FrameSketch?
  private var newest: FrameSketch?
  /// How often the median difference of cells between consecutive frames has each value, in parts
  /// of ``steps``.
  private var counts = [Int](repeating: 0, count: 256 * steps)
  private static let steps = 8

  /// The number of frames needed before the first decision.
  private static let ahead = 128
  /// The largest difference that codecs cause in still areas: pairs of equal drawings differed by 12 at
  /// most, a blinking cursor by 44 at least (five drawn clips in H.264).
  private static let least = 18
  /// The ratio of the largest noise of any cell to the median noise: the median of normal noise is
  /// 0.67 of its standard deviation, and a value beyond 6 deviations is rarer than one cell in a
  /// hundred thousand frames.
  private static let noise = 9

  mutating func take(_ sketch: FrameSketch, at position: Int) {
    if let newest {
      counts[Int(Double(Self.steps) * sketch.usualDifference(from: newest))] += 1
    }
    newest = sketch
    waiting.append((position, sketch))
    if waiting.count > Self.ahead { decide(waiting.removeFirst()) }
  }

  mutating func finish() {
    for frame in waiting { decide(frame) }
    waiting = []
  }

  private mutating func decide(_ frame: (position: Int, sketch: FrameSketch)) {
    let difference = last.map { frame.sketch.largestDifference(from: $0) }
    if let difference, difference < max(Self.least, Self.noise * counts.indexOfMedian / Self.steps)
    {
      return
    }
    last = frame.sketch
    kept.append(Kept(position: frame.position, difference: difference))
  }
}
