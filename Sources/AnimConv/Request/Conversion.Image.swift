public import AnimTiming
public import Writing

extension Conversion {
  /// How an animated image is encoded: a GIF or WebP; an AVIF, which uses ``isLossless``,
  /// ``quality``, ``effort``, ``keepsFrames`` and ``plays``; or an APNG, which uses the last three.
  public struct Image: Sendable, Hashable {
    /// The handling of partly transparent pixels in a format without partial transparency.
    public enum AlphaEdge: String, Sendable, Hashable, CaseIterable {
      /// Opaque from 50 % alpha.
      case threshold
      /// A fixed pattern with the share of opaque pixels that alpha specifies.
      case dither
      /// Blended with ``Conversion/Shaping/matte``; fully transparent pixels stay transparent.
      case matte
    }

    /// Whether every pixel stays exact. Nil means true for a GIF made from a GIF if nothing else is
    /// requested. Options that change pixels are then ignored.
    public var isLossless: Bool?
    /// From 1 (small) to 100; nil for the format's default: 85 for GIF, 75 for WebP and AVIF.
    public var quality: Int?
    /// From 0 (fast) to 9 (small).
    public var effort = 4
    /// Colours of a GIF's table or of a whole APNG, including transparency, from 2 to 256. Nil for
    /// 256 in a GIF, and for all colours in an APNG.
    public var colors: Int?
    /// The share of a pixel's error that is passed to its neighbours, from 0 to 1; nil to choose by
    /// content.
    public var dither: Double?
    /// A multiplier for the smallest change that redraws a pixel; 0 redraws every change.
    public var motionThreshold = 1.0
    /// The handling of partly transparent pixels.
    public var alphaEdge = AlphaEdge.threshold
    /// Whether the whole file has one colour table.
    public var usesGlobalPalette = false
    /// How the frames of a WebP are encoded.
    public var webp = WebPMode.auto
    /// Quality of alpha in lossy frames of a WebP and in VP9, from 1 to 100, which is lossless; nil
    /// for lossless alpha, or for 80 if alpha in VP9 is soft.
    public var alphaQuality: Int?
    /// Whether frames are whole images without optimizations, for weak decoders.
    public var isPlain = false
    /// Whether frames that equal the previous frame are kept.
    public var keepsFrames = false
    /// The loop count; nil for the input's.
    public var plays: LoopCount?

    /// Defaults that suit most animations.
    public init() {}
  }
}
