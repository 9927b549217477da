public import Raster

extension Conversion {
  /// Requested size and transparency. Applied in this order: crop, scale, alpha.
  public struct Shaping: Hashable, Sendable {
    /// The part of the canvas to keep; nil for all of it.
    public var crop: PixelRect?
    /// The size to scale to; nil to leave it.
    public var scale: Conversion.Shaping.Scale?
    /// The scaling filter; nil for ``ScaleFilter/suited(from:to:)``.
    public var filter: ScaleFilter?
    /// How a ``Conversion/Shaping/Scale/size(_:)`` with other proportions is reached; contain by
    /// default.
    public var fit: Conversion.Shaping.Fit
    /// The background of flattened transparency; white by default.
    public var matte: RGBColor
    /// The handling of transparency; nil for the output's default.
    public var alpha: Conversion.Shaping.Alpha?

    /// Options that are not given leave frames unchanged.
    public init(
      crop: PixelRect? = nil, scale: Conversion.Shaping.Scale? = nil, filter: ScaleFilter? = nil,
      fit: Conversion.Shaping.Fit = .contain, matte: RGBColor = .white,
      alpha: Conversion.Shaping.Alpha? = nil
    ) {
      self.crop = crop
      self.scale = scale
      self.filter = filter
      self.fit = fit
      self.matte = matte
      self.alpha = alpha
    }
  }
}

extension Conversion.Shaping {
  /// How a size with other proportions is reached.
  public enum Fit: String, Sendable, Hashable, CaseIterable {
    /// The whole image, centred; the rest is transparent, or the matte if alpha is flattened.
    case contain
    /// The whole size is filled; the excess is cut off evenly on both sides.
    case cover
    /// The whole image, as large as it fits, without padding.
    case inside
    /// The image is stretched to the size.
    case exact

    /// - Parameter text: the name, as in `cover`.
    public init?(_ text: String) {
      self.init(rawValue: text)
    }
  }
}

extension Conversion.Shaping.Fit: LosslessStringConvertible {
  /// The name, which ``init(_:)`` reads.
  public var description: String { rawValue }
}

extension Conversion.Shaping {
  /// The handling of transparency.
  public enum Alpha: String, Sendable, Hashable, CaseIterable {
    /// It is kept; for outputs that support it.
    case keep
    /// Only transparency is kept: every colour becomes black, for images that a player tints.
    case template
    /// The image is flattened with a background colour.
    case matte
    /// One opaque image of twice the height: colour above, alpha as grey below.
    case stacked
    /// One opaque image of twice the width: colour on the left, alpha as grey on the right.
    case sideBySide = "side-by-side"
    /// Two opaque images of the same size in separate files: colour, and alpha as grey.
    case pair
    /// Alternating opaque images in one file: a colour, its alpha as grey, the next colour.
    case mix

    /// - Parameter text: the name, as in `side-by-side`.
    public init?(_ text: String) {
      self.init(rawValue: text)
    }

    /// Whether colour and alpha are separate images.
    public var separatesAlpha: Bool { self == .pair || self == .mix }
  }
}

extension Conversion.Shaping.Alpha: LosslessStringConvertible {
  /// The name, which ``init(_:)`` reads.
  public var description: String { rawValue }
}
