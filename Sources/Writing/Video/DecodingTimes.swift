package import AnimTiming

/// When frames are decoded that are stored in another order than they show.
///
/// A frame is decoded when those that are stored before it have each lasted as long as they show. So
/// the time from one decoding to the next, which MP4 stores as the duration of a sample (ISO/IEC
/// 14496-12, 8.6.1.2), is how long the frame shows, wherever it is stored: all of them add up to
/// the animation, the frame that shows last keeps its own duration, and a play that is stored again
/// goes on where the one before ended.
///
/// A frame that stays long is never stored before one that shows earlier: the first frame would have to be
/// decoded that much before it shows, and a player that leaves the edit list out would begin that late.
/// What shows before it is no B-frame, see ``isHeldInOrder(_:in:)``.
package struct DecodingTimes: Sendable, Hashable {
  /// How much earlier than it shows the first frame is decoded, in ticks: so much that every other
  /// frame is decoded when it has to show, too.
  package let lead: Int64
  /// When the next frame is decoded, in ticks; the first frame shows at 0.
  package private(set) var next: Int64

  /// - Parameters:
  ///   - bFrames: the most frames in a row that are stored after one that shows later.
  /// - Complexity: O(frames x bFrames).
  package init(_ timeline: Timeline, bFrames: Int) {
    lead = Self.lead(timeline, bFrames: bFrames)
    next = -lead
  }

  /// Whether a frame stays so long, more than half a second, that it is stored after all that show before
  /// it.
  ///
  /// - Parameter duration: how long it shows, in ticks.
  package static func isHeldInOrder(_ duration: Int64, in timebase: Timebase) -> Bool {
    let (ticks, overflows) = duration.multipliedReportingOverflow(by: 2 * timebase.numerator)
    return overflows || ticks > timebase.denominator
  }

  /// Takes the next frame of the file.
  ///
  /// - Parameter duration: how long it shows, in ticks.
  package mutating func take(duration: Int64) { next += duration }

  /// What frames that are stored before another and show after it last at most; at most a second, which is
  /// half a second for each of two.
  ///
  /// They are two, because x264 and x265 predict from at most one B-frame between two other frames,
  /// and among the `bFrames` that show next, because a frame that is no B-frame follows after that
  /// many. The first frame is never stored after another, and none shows after the last.
  private static func lead(_ timeline: Timeline, bFrames: Int) -> Int64 {
    guard bFrames > 0, timeline.count > 2 else { return 0 }
    var most: Int64 = 0
    for frame in 1..<timeline.count - 1 {
      let following = frame + 1...min(frame + bFrames, timeline.count - 1)
      let longest = following.map { timeline.duration(of: $0) }
        .filter { !isHeldInOrder($0, in: timeline.timebase) }.sorted(by: >).prefix(2)
      most = max(most, longest.reduce(0, +))
    }
    return most
  }
}
