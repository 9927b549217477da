package import AnimTiming

/// The frames of a video according to its packets, in display order.
package struct StoredFrames: Sendable, Hashable {
  /// Whether each can be decoded without others.
  package var isKey: [Bool]
  /// Presentation times in ticks, as FFmpeg reports them; empty if the file has none.
  package var times: [Int64]
  /// The unit of ``times``.
  package var timebase: Timebase
}
