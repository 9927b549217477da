/// One full picture of an animation, as a browser would show it.
public struct CanvasFrame: Sendable {
  /// Which frame of its source this is, from 0.
  public let index: Int
  /// The whole canvas.
  public let pixels: PixelBuffer
  /// The only part that may differ from the frame with the index before; the whole canvas when
  /// that is unknown and for the first frame after opening or seeking.
  public let changed: PixelRect

  /// A picture with its number and what changed.
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
  /// When it shows, in ticks of the output's time base.
  package let start: Int64
  /// How long it shows, in the same ticks; at least 1.
  package let duration: Int64

  package init(frame: CanvasFrame, start: Int64, duration: Int64) {
    self.frame = frame
    self.start = start
    self.duration = duration
  }
}
