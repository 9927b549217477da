package import AnimTiming

/// What the packets of a video say of its frames, in the order in which they show.
package struct StoredFrames: Sendable, Hashable {
  /// Which of them need no other.
  package var isKey: [Bool]
  /// Presentation times in ticks, as FFmpeg tells them; empty where the file has none.
  package var times: [Int64]
  /// The unit of ``times``.
  package var timebase: Timebase
}
