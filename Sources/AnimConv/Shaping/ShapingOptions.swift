public import Raster

/// What the user asks of size and transparency. Applied in this order: crop, scale, alpha.
public struct ShapingOptions: Hashable, Sendable {
  /// The part of the canvas to keep; nil for all of it.
  public var crop: PixelRect?
  /// The size to scale to; nil to leave it.
  public var scale: ScaleRequest?
  /// How to scale; nil for ``ScaleFilter/suited(from:to:)``.
  public var filter: ScaleFilter?
  /// How a ``ScaleRequest/size(_:)`` of other proportions is met; contain by default.
  public var fit: Fit
  /// The colour under flattened transparency; white by default.
  public var matte: RGBColor
  /// What becomes of transparency; nil for what suits the output.
  public var alpha: AlphaMode?

  public init(
    crop: PixelRect? = nil, scale: ScaleRequest? = nil, filter: ScaleFilter? = nil,
    fit: Fit = .contain, matte: RGBColor = .white, alpha: AlphaMode? = nil
  ) {
    self.crop = crop
    self.scale = scale
    self.filter = filter
    self.fit = fit
    self.matte = matte
    self.alpha = alpha
  }
}
