package import AnimTiming
package import Raster

/// A request for frames that a program writes while it makes them, before their number and
/// durations are known.
package struct RecordingRequest: Sendable {
  /// The output and its options; the input is ignored.
  package let conversion: Conversion
  /// The size of every frame, in pixels.
  package let size: PixelSize
  /// Whether frames have transparent pixels.
  package let hasAlpha: Bool
  /// The loop count of the output.
  package let plays: LoopCount
  /// The expected frame rate, for encoders.
  package let expectedRate: FrameRate
  /// Whether frames are dropped if there is no room for them.
  package let isLive: Bool
  /// The unit of frame times.
  package let timebase: Timebase
}

/// Receives the frames of a recording. Used by one thread at a time.
package protocol RecordingSink: AnyObject {
  /// Takes the next frame with its time since the first one.
  func write(_ pixels: PixelBuffer, from start: RationalTime, to end: RationalTime) throws

  /// All frames were written.
  func finish() throws

  /// The conversion that still has to run; nil if only ``publish()`` is left.
  var conversion: Conversion? { get }

  /// Checks the written files and publishes them.
  func publish() throws -> (outputs: [Conversion.Report.Output], timeline: AnimationTimeline)

  /// Removes unpublished files.
  func discard()
}
