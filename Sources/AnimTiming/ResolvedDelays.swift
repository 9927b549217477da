/// What a ``DelayPolicy`` made of the delays of a file.
package struct ResolvedDelays: Hashable, Sendable {
  /// Every frame with its decided duration, in one exact unit.
  package let timeline: Timeline
  /// Where the policy decided otherwise than the file says, in order of frames.
  package let changes: [DelayChange]

  /// How many frames have another duration than their file declares.
  package var changedFrameCount: Int {
    changes.reduce(0) { $0 + $1.frames.count }
  }
}

/// Neighbouring frames with the same delay that a policy gave the same other duration.
package struct DelayChange: Hashable, Sendable {
  /// The frames, counted from 0; never empty.
  package internal(set) var frames: Range<Int>
  /// What the file says of each.
  package let raw: Delay
  /// How long each shows.
  package let decided: RationalTime
}

extension [DelayChange] {
  /// Records a change of the next frame, as part of the last run where it fits.
  mutating func append(_ frame: Int, _ raw: Delay, decided: RationalTime) {
    if let last, last.frames.upperBound == frame, last.raw == raw, last.decided == decided {
      self[count - 1].frames = last.frames.lowerBound..<frame + 1
    } else {
      append(DelayChange(frames: frame..<frame + 1, raw: raw, decided: decided))
    }
  }
}
