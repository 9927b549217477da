package import AnimTiming

/// Decoding times of frames that are stored out of display order.
///
/// A frame is decoded after the stored frames before it have each lasted for their display
/// duration. The time between two decodings, which MP4 stores as a sample's duration (ISO/IEC
/// 14496-12, 8.6.1.2), is therefore the frame's display duration, wherever it is stored. The
/// durations add up to the animation, the last displayed frame keeps its own duration, and a
/// repeated play continues where the previous one ended.
///
/// A long frame is never stored before one that is shown earlier. Otherwise the first frame would
/// have to be decoded that much earlier than it is shown, and a player that ignores the edit list
/// would start that late. Frames shown before it are not B-frames, see ``isHeldInOrder(_:in:)``.
package struct DecodingTimes: Sendable, Hashable {
  /// The decoding offset of the first frame in ticks: large enough that every other frame is
  /// decoded by the time it is shown.
  package let lead: Int64
  /// The decoding time of the next frame, in ticks; the first frame is shown at 0.
  package private(set) var next: Int64

  /// - Parameters:
  ///   - bFrames: the largest number of consecutive frames that are stored after one that is shown
  ///     later.
  /// - Complexity: O(frames x bFrames).
  package init(_ timeline: AnimationTimeline, bFrames: Int) {
    lead = Self.lead(timeline, bFrames: bFrames)
    next = -lead
  }

  /// Whether a frame is so long, more than half a second, that it is stored after all frames that
  /// are shown before it.
  ///
  /// - Parameter duration: its display duration in ticks.
  package static func isHeldInOrder(_ duration: Int64, in timebase: Timebase) -> Bool {
    let (ticks, overflows) = duration.multipliedReportingOverflow(by: 2 * timebase.numerator)
    return overflows || ticks > timebase.denominator
  }

  /// Takes the next frame in file order.
  ///
  /// - Parameter duration: its display duration in ticks.
  package mutating func take(duration: Int64) { next += duration }

  /// The largest total duration of frames that are stored before another and shown after it: one
  /// second, half a second for each of two.
  ///
  /// There are at most two, because x264 and x265 predict from at most one B-frame between two
  /// other frames. They are among the next `bFrames` shown frames, because at most `bFrames` frames
  /// precede a frame that is not a B-frame. The first frame is never stored after another, and none
  /// is shown after the last.
  private static func lead(_ timeline: AnimationTimeline, bFrames: Int) -> Int64 {
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
