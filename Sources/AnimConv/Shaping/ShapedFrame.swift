public import Raster

/// What the shaper makes of one frame.
public struct ShapedFrame: Sendable {
  /// The picture, or its colour. Its ``Frame/changed`` is relative to the frame shaped
  /// before.
  public let color: Frame
  /// The second picture of ``AlphaMode/pair`` and ``AlphaMode/mix``: alpha as opaque grey.
  public let alpha: Frame?

  public init(color: Frame, alpha: Frame? = nil) {
    self.color = color
    self.alpha = alpha
  }
}
