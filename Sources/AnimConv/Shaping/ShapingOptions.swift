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

  /// What is not given stays as it is.
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

/// What happens when a size is asked for whose sides do not have the picture's proportions.
public enum Fit: String, Sendable, Hashable, CaseIterable {
  /// The whole picture, centred; the rest is transparent, or the matte where alpha is flattened.
  case contain
  /// The whole size is filled; what stands out is cut off evenly on both sides.
  case cover
  /// The whole picture, as large as it fits; the size is what comes out, without padding.
  case inside
  /// The picture is stretched to the size.
  case exact

  /// - Parameter text: the name, as in `cover`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }
}

extension Fit: CustomStringConvertible {
  /// The name, which ``init(parsing:)`` reads.
  public var description: String { rawValue }
}

/// What becomes of transparency.
public enum AlphaMode: String, Sendable, Hashable, CaseIterable {
  /// It stays; for outputs that can carry it.
  case keep
  /// It is all that stays: every colour becomes black, for pictures that a player tints.
  case template
  /// The picture is flattened onto a colour.
  case matte
  /// One opaque picture of twice the height: colour above, alpha as grey below.
  case stacked
  /// One opaque picture of twice the width: colour on the left, alpha as grey on the right.
  case sideBySide = "side-by-side"
  /// Two opaque pictures of the same size, in files of their own: colour, and alpha as grey.
  case pair
  /// Opaque pictures in turn in one file: a colour, its alpha as grey, the next colour.
  case mix

  /// - Parameter text: the name, as in `side-by-side`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }

  /// Whether colour and alpha become pictures of their own.
  public var separatesAlpha: Bool { self == .pair || self == .mix }
}

extension AlphaMode: CustomStringConvertible {
  /// The name, which ``init(parsing:)`` reads.
  public var description: String { rawValue }
}
