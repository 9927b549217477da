package import Raster

/// What the shaper makes of one frame.
package struct ShapedFrame: Sendable {
  /// The picture, or its colour. Its ``Frame/changed`` is relative to the frame shaped
  /// before.
  package let color: Frame
  /// The second picture of ``AlphaMode/pair`` and ``AlphaMode/mix``: alpha as opaque grey.
  package let alpha: Frame?

  package init(color: Frame, alpha: Frame? = nil) {
    self.color = color
    self.alpha = alpha
  }
}
