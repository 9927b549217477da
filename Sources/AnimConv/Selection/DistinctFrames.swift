/// Finds frames that differ from the previously kept frame.
///
/// The difference is the largest one of any cell, so that a cursor counts. It must exceed the
/// noise, which is estimated as twice the usual difference between consecutive frames, from the
/// frames up to ``ahead`` later.
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
  /// How often consecutive frames differ by each amount.
  private var counts = [Int](repeating: 0, count: 256)

  /// The number of frames needed before the first decision.
  private static let ahead = 128
  /// The largest difference that codecs cause in still areas.
  private static let least = 10

  mutating func take(_ sketch: FrameSketch, at position: Int) {
    if let newest { counts[sketch.largestDifference(from: newest)] += 1 }
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
    if let difference, difference < max(Self.least, 2 * usual) { return }
    last = frame.sketch
    kept.append(Kept(position: frame.position, difference: difference))
  }

  /// The median difference between consecutive frames.
  private var usual: Int {
    let half = counts.reduce(0, +) / 2
    var sum = 0
    return counts.firstIndex { count in
      sum += count
      return sum > half
    } ?? 0
  }
}
