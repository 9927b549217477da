internal import AnimTiming
internal import Raster

/// What becomes of the frames of an ``AnimationWriter``. Used by one thread at a time.
protocol RecordingSink: AnyObject {
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
