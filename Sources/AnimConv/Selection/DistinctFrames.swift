/// Finds frames that do not show the same as the frame kept before.
///
/// What differs is the largest difference of a cell, so that a cursor counts. It has to be above the noise:
/// twice what neighbors mostly differ by, as far as the frames up to ``ahead`` after tell.
struct DistinctFrames {
  /// A frame that is kept.
  struct Kept: Hashable, Sendable {
    let position: Int
    /// From the frame kept before; nil for the first.
    let difference: Int?
  }

  private(set) var kept: [Kept] = []

  private var waiting: [(position: Int, sketch: FrameSketch)] = []
  private var last: FrameSketch?
  private var newest: FrameSketch?
  /// How often neighbors differ by so much.
  private var counts = [Int](repeating: 0, count: 256)

  /// Frames that have to come before the first is decided.
  private static let ahead = 128
  /// What codecs change where nothing changes.
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

  /// The median of the differences of neighbors.
  private var usual: Int {
    let half = counts.reduce(0, +) / 2
    var sum = 0
    return counts.firstIndex { count in
      sum += count
      return sum > half
    } ?? 0
  }
}
