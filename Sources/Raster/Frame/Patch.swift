/// How a frame is drawn on the canvas of its animation.
package struct Patch {
  /// The drawn area, inside the canvas; may be empty.
  package var rect: PixelRect
  /// The handling of ``rect`` at the end of the frame's time.
  package var disposal: CanvasFrame.Disposal
  /// Every pixel of ``rect`` is written, whatever it contained.
  package var writesEveryPixel: Bool
  /// ``rect`` is cleared first, so that pixels that are not written are transparent.
  package var startsBlank = false

  package init(
    rect: PixelRect, disposal: CanvasFrame.Disposal, writesEveryPixel: Bool,
    startsBlank: Bool = false
  ) {
    self.rect = rect
    self.disposal = disposal
    self.writesEveryPixel = writesEveryPixel
    self.startsBlank = startsBlank
  }
}

extension CanvasFrame {
  /// How a frame's pixels are combined with the canvas.
  public enum Blend: String, Sendable, Hashable {
    /// They replace the canvas, including alpha.
    case source
    /// They are composited over the canvas.
    case over
  }
}

extension CanvasFrame {
  /// The handling of a frame's rectangle at the end of its time.
  public enum Disposal: String, Sendable, Hashable {
    /// It stays.
    case keep
    /// It becomes transparent.
    case clear
    /// The pixels from before the frame are restored.
    case restorePrevious
  }
}
