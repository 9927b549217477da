package import Raster
package import TextFormats

/// One picture of an atlas.
package struct AtlasPage: Sendable, Hashable {
  /// The file that the data names, untrusted; nil when it names none, which means the picture has
  /// the name of the data.
  package var image: String?
  /// Its size in pixels as the data says; nil when it does not.
  package var size: PixelSize?
  /// How many pixels of it are one unit of the original, such as 0.5 or 2.
  package var scale: ExactDecimal
  /// Whether the colour of its pixels is already multiplied by their alpha.
  package var isPremultiplied: Bool

  package init(
    image: String?, size: PixelSize? = nil, scale: ExactDecimal = ExactDecimal(1),
    isPremultiplied: Bool = false
  ) {
    self.image = image
    self.size = size
    self.scale = scale
    self.isPremultiplied = isPremultiplied
  }
}
