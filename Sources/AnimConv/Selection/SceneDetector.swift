/// Finds the starts of shots: at hard cuts, after fades, and at the end of dissolves.
///
/// Accepts frames one after another and keeps a few hundred sketches for any number of frames. Each
/// decision depends on at most ``margin`` frames before and after.
struct SceneDetector {
  /// The first frame of a shot.
  struct Change: Hashable, Sendable {
    let position: Int
    /// The difference between both sides, from 0 to 100.
    let score: Double
  }

  /// An accepted frame.
  struct Seen {
    let sketch: FrameSketch
    /// Its start in seconds.
    let start: Double
    /// The difference from the previous frame; 0 for the first.
    let difference: Double
  }

  /// The starts of shots found so far, in order.
  private(set) var changes: [Change] = []

  private let threshold: Double?
  private var window: [Seen] = []
  /// The position of the first frame of the window.
  private var first = 0
  /// Frames before this position are decided.
  private var decided = 0

  private static let margin = 64
  private static let block = 192

  /// - Parameter threshold: see ``Conversion/Timing/Scenes/threshold``.
  init(threshold: Double?) { self.threshold = threshold }

  /// - Parameters:
  ///   - sketch: the sketch of the next frame.
  ///   - start: its start in seconds.
  mutating func take(_ sketch: FrameSketch, start: Double) {
    let difference = window.last.map { sketch.difference(from: $0.sketch) } ?? 0
    window.append(Seen(sketch: sketch, start: start, difference: difference))
    let end = first + window.count
    if end - decided == Self.block + Self.margin { decide(upTo: end - Self.margin) }
  }

  /// Decides the last frames.
  mutating func finish() { decide(upTo: first + window.count) }

  private mutating func decide(upTo end: Int) {
    let found = SceneWindow(window, isContinued: first > 0, threshold: threshold).changes
    changes += found.compactMap { change in
      let position = first + change.position
      return decided..<end ~= position ? Change(position: position, score: change.score) : nil
    }
    decided = end
    let kept = min(window.count, max(0, first + window.count - (decided - Self.margin)))
    first += window.count - kept
    window.removeFirst(window.count - kept)
  }
}
