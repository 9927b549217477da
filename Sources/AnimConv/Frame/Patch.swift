/// How a frame meets the canvas of its animation.
struct Patch {
  /// Where it draws, inside the canvas; may be empty.
  var rect: PixelRect
  /// What happens to ``rect`` when the frame's time is over.
  var disposal: Disposal
  /// Every pixel of ``rect`` is written, whatever was there.
  var writesEveryPixel: Bool
  /// ``rect`` is made transparent first, so that pixels which are not written are transparent.
  var startsBlank = false
}
