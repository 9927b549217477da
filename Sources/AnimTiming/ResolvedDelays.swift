/// The result of applying a ``DelayPolicy`` to the delays of a file.
package struct ResolvedDelays: Hashable, Sendable {
  /// Every frame with its duration, in one exact unit.
  package let timeline: AnimationTimeline
  /// The durations that the policy changed, in the order of frames.
  package let changes: [DelayChange]

  /// The number of frames whose duration differs from that in their file.
  package var changedFrameCount: Int {
    changes.reduce(0) { $0 + $1.frames.count }
  }
}

/// Neighbouring frames with the same delay, to which a policy gave the same new duration.
package struct DelayChange: Hashable, Sendable {
  /// The frames, counted from 0; never empty.
  package internal(set) var frames: Range<Int>
  /// The delay of each frame in the file.
  package let raw: Delay
  /// The duration of each frame.
  package let decided: RationalTime
}

extension [DelayChange] {
  /// Records a change of the next frame, as part of the last run if it matches.
  mutating func append(_ frame: Int, _ raw: Delay, decided: RationalTime) {
    if let last, last.frames.upperBound == frame, last.raw == raw, last.decided == decided {
      self[count - 1].frames = last.frames.lowerBound..<frame + 1
    } else {
      append(DelayChange(frames: frame..<frame + 1, raw: raw, decided: decided))
    }
  }
}
