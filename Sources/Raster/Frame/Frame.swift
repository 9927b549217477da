/// One full picture of an animation, as a browser would show it.
public struct Frame: Sendable {
  /// Which frame of its source this is, from 0.
  public let index: Int
  /// The whole canvas.
  public let pixels: PixelBuffer
  /// The only part that may differ from the frame with the index before; the whole canvas when
  /// that is unknown and for the first frame after opening or seeking.
  public let changed: PixelRect

  public init(index: Int, pixels: PixelBuffer, changed: PixelRect) {
    self.index = index
    self.pixels = pixels
    self.changed = changed
  }
}
