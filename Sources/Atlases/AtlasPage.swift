public import Raster
public import TextFormats

/// One picture of an atlas.
public struct AtlasPage: Sendable, Hashable {
  /// The file that the data names, untrusted; nil when it names none, which means the picture has
  /// the name of the data.
  public var image: String?
  /// Its size in pixels as the data says; nil when it does not.
  public var size: PixelSize?
  /// How many pixels of it are one unit of the original, such as 0.5 or 2.
  public var scale: ExactDecimal
  /// Whether the colour of its pixels is already multiplied by their alpha.
  public var isPremultiplied: Bool

  public init(
    image: String?, size: PixelSize? = nil, scale: ExactDecimal = ExactDecimal(1),
    isPremultiplied: Bool = false
  ) {
    self.image = image
    self.size = size
    self.scale = scale
    self.isPremultiplied = isPremultiplied
  }
}
