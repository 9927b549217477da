package import AnimTiming
package import Raster

/// What is asked of frames that a program writes while it makes them, before their number and their
/// times are known.
package struct RecordingRequest: Sendable {
  /// What to write, and how; its input means nothing.
  package let conversion: Conversion
  /// Of every frame, in pixels.
  package let size: PixelSize
  /// Whether frames have transparent pixels.
  package let hasAlpha: Bool
  /// How often the output asks to be played.
  package let plays: LoopCount
  /// Frames per second that an encoder is to expect.
  package let expectedRate: FrameRate
  /// Whether frames are left out when there is no room for them.
  package let isLive: Bool
  /// Of the times of frames.
  package let timebase: Timebase
}

/// What becomes of the frames of a recording. Used by one thread at a time.
package protocol RecordingSink: AnyObject {
  /// Takes the next frame with its time since the first one.
  func write(_ pixels: PixelBuffer, from start: RationalTime, to end: RationalTime) throws

  /// All frames were written.
  func finish() throws

  /// What still has to be carried out; nil when ``publish()`` is all.
  var conversion: Conversion? { get }

  /// Checks what was written and makes it appear.
  func publish() throws -> (outputs: [WrittenOutput], timeline: Timeline)

  /// Removes what has not appeared.
  func discard()
}
