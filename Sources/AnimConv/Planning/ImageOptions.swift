public import AnimTiming
public import Writing

/// How an animated image is coded: a GIF, a WebP, an AVIF, which takes ``isLossless``, ``quality``,
/// ``effort``, ``keepsFrames`` and ``plays``, or an APNG, which takes the last three.
public struct ImageOptions: Sendable, Hashable {
  /// What becomes of pixels that are partly transparent in a format that has none.
  public enum AlphaEdge: String, Sendable, Hashable, CaseIterable {
    /// Opaque from half on.
    case threshold
    /// As many opaque pixels as alpha says, in a pattern that stays where it is.
    case dither
    /// Blended onto ``ShapingOptions/matte``; what is wholly transparent stays so.
    case matte
  }

  /// Whether every pixel stays exactly as it is; nil for a GIF that is made of a GIF when nothing
  /// else is asked for. What gives up pixels has no meaning then.
  public var isLossless: Bool?
  /// From 1, small, to 100; nil for what suits the format: 85 for a GIF, 75 for a WebP, 70 for an
  /// AVIF.
  public var quality: Int?
  /// From 0, fast, to 9, small.
  public var effort = 4
  /// Colours of a table, transparency among them, from 2 to 256.
  public var colors = 256
  /// Share of an error that its neighbours get, from 0 to 1; nil for what suits the content.
  public var dither: Double?
  /// A factor on the change of a pixel that is too small to be painted; 0 paints every change.
  public var motionThreshold = 1.0
  /// What becomes of pixels that are neither opaque nor transparent.
  public var alphaEdge = AlphaEdge.threshold
  /// One table of colours for the whole file.
  public var usesGlobalPalette = false
  /// How the frames of a WebP become pictures.
  public var webp = WebPMode.auto
  /// Of the alpha of frames that give up quality, from 1 to 100; nil for exact alpha.
  public var alphaQuality: Int?
  /// Frames are whole pictures without tricks, for weak decoders.
  public var isPlain = false
  /// Whether frames that equal the one before stay frames of their own.
  public var keepsFrames = false
  /// How often it plays; nil for as often as the input.
  public var plays: LoopCount?

  /// The choices that suit most animations.
  public init() {}
}
