/// One full picture of an animation, as a browser shows it.
public struct CanvasFrame: Sendable {
  /// The number of this frame in its source, from 0.
  public let index: Int
  /// The whole canvas.
  public let pixels: PixelBuffer
  /// The part that may differ from the previous frame by index; the whole canvas if that is
  /// unknown, and for the first frame after opening or seeking.
  public let changed: PixelRect

  /// A picture with its number and the changed area.
  public init(index: Int, pixels: PixelBuffer, changed: PixelRect) {
    self.index = index
    self.pixels = pixels
    self.changed = changed
  }
}

/// A frame with its place on the output's timeline.
package struct TimedFrame: Sendable {
  /// The picture; ``CanvasFrame/changed`` is relative to the output frame before this one.
  package let frame: CanvasFrame
  /// Its start in ticks of the output's time base.
  package let start: Int64
  /// Its duration in the same ticks; at least 1.
  package let duration: Int64

  package init(frame: CanvasFrame, start: Int64, duration: Int64) {
    self.frame = frame
    self.start = start
    self.duration = duration
  }
}
