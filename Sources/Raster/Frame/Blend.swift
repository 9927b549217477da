/// How a frame's pixels are put on the canvas.
public enum Blend: String, Sendable, Hashable {
  /// They replace what was there, alpha included.
  case source
  /// They are composited over what was there.
  case over
}
