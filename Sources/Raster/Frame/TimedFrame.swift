/// A frame with its place on the output's timeline.
package struct TimedFrame: Sendable {
  /// The picture; ``Frame/changed`` is relative to the output frame before this one.
  package let frame: Frame
  /// When it shows, in ticks of the output's time base.
  package let start: Int64
  /// How long it shows, in the same ticks; at least 1.
  package let duration: Int64

  package init(frame: Frame, start: Int64, duration: Int64) {
    self.frame = frame
    self.start = start
    self.duration = duration
  }
}
