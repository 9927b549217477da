/// What to do with partly transparent pixels, which a GIF cannot store.
package enum GIFAlphaEdge: Hashable, Sendable {
  /// Opaque from half alpha upward.
  case threshold
  /// In each neighbourhood, the share of opaque pixels equals alpha, in a pattern with a fixed
  /// position.
  case dither
  /// Blended onto a colour; only fully transparent pixels stay transparent. 0xBBGGRR.
  case matte(UInt32)
}

/// The settings for making a GIF from pixels.
package struct GIFEncodingSettings: Hashable, Sendable {
  /// The default quality.
  package static let defaultQuality = 85

  /// 1 to 100: how much error one bit may cost, and the change of a pixel that is too small to
  /// paint.
  package var quality = GIFEncodingSettings.defaultQuality
  /// 0 to 9: how many paths the search follows.
  package var effort = 4
  /// Colours in a table, including transparency, 2 to 256.
  package var colors = 256
  /// The share of an error that is passed to the neighbours, 0 to 1; nil chooses by content.
  package var dither: Double?
  /// A factor for the change that is too small to paint; 0 paints every change.
  package var motionThreshold = 1.0
  package var alphaEdge = GIFAlphaEdge.threshold
  /// Total plays; 0 means endless.
  package var plays = 0
  /// One table for the whole file.
  package var usesOnlyGlobalPalette = false
  /// Every frame whole, without transparency between frames: for simple decoders.
  package var isPlain = false
  /// Whether a frame may be written as two frames with the same picture, if that takes fewer bytes.
  package var addsFrames = false

  package init() {}
}
