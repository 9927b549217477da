internal import AnimTiming
package import Raster
public import Reading
public import Writing

/// Frames that come with times in ticks of ``FrameRecording/timebase``, as other sinks take them.
extension FrameRecording: FrameSink {
  package func write(_ frame: TimedFrame) throws {
    try append(
      frame.frame.pixels,
      duration: RationalTime(ticks: frame.duration, timebase: timebase))
  }

  /// Nothing is left to do: ``input`` can be opened at any time.
  public func finish() {}

  /// Nothing is left to do: the temporary file goes with the recording.
  public func cancel() {}
}
