/// What the shaper makes of one frame.
public struct ShapedFrame: Sendable {
  /// The picture for the first output. Its ``Frame/changed`` is relative to the frame shaped
  /// before.
  public let color: Frame
  /// The picture for the second output of ``AlphaMode/pair``: alpha as opaque gray.
  public let alpha: Frame?

  public init(color: Frame, alpha: Frame? = nil) {
    self.color = color
    self.alpha = alpha
  }
}
