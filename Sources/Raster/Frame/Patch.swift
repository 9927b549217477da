/// How a frame meets the canvas of its animation.
package struct Patch {
  /// Where it draws, inside the canvas; may be empty.
  package var rect: PixelRect
  /// What happens to ``rect`` when the frame's time is over.
  package var disposal: Disposal
  /// Every pixel of ``rect`` is written, whatever was there.
  package var writesEveryPixel: Bool
  /// ``rect`` is made transparent first, so that pixels which are not written are transparent.
  package var startsBlank = false

  package init(
    rect: PixelRect, disposal: Disposal, writesEveryPixel: Bool, startsBlank: Bool = false
  ) {
    self.rect = rect
    self.disposal = disposal
    self.writesEveryPixel = writesEveryPixel
    self.startsBlank = startsBlank
  }
}

/// How a frame's pixels are put on the canvas.
public enum Blend: String, Sendable, Hashable {
  /// They replace what was there, alpha included.
  case source
  /// They are composited over what was there.
  case over
}

/// What happens to a frame's rectangle when its time is over.
public enum Disposal: String, Sendable, Hashable {
  /// It stays.
  case keep
  /// It becomes transparent.
  case clear
  /// What was there before the frame comes back.
  case restorePrevious
}
