/// What becomes of pixels that are partly transparent, because a GIF has none.
package enum GIFAlphaEdge: Hashable, Sendable {
  /// Opaque from half on.
  case threshold
  /// As many opaque pixels in a neighbourhood as alpha says, in a pattern that stays where it is.
  case dither
  /// Blended onto a colour; only wholly transparent pixels stay transparent. 0xBBGGRR.
  case matte(UInt32)
}

/// How a GIF is to be made from pixels.
package struct GIFEncodingSettings: Hashable, Sendable {
  /// The quality that is taken where none is asked for.
  package static let defaultQuality = 85

  /// 1 to 100. It sets how much error a bit may cost, and what change of a pixel is too small to
  /// be painted.
  package var quality = GIFEncodingSettings.defaultQuality
  /// 0 to 9: how many ways the search follows.
  package var effort = 4
  /// Colours of a table with transparency, 2 to 256.
  package var colors = 256
  /// Share of an error that goes on to the neighbours, 0 to 1; nil chooses by content.
  package var dither: Double?
  /// A factor on the change that is too small to be painted; 0 paints every change.
  package var motionThreshold = 1.0
  package var alphaEdge = GIFAlphaEdge.threshold
  /// All plays, 0 means for ever.
  package var plays = 0
  /// One table for the whole file.
  package var usesOnlyGlobalPalette = false
  /// Every frame whole, without transparency between frames: for weak decoders.
  package var isPlain = false
  /// Whether a frame may be written as two that show the same, where that takes less.
  package var addsFrames = false

  package init() {}
}
