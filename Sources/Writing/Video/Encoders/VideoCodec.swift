/// Video codecs.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
  /// AVC, which plays everywhere.
  case h264
  /// H.265.
  case hevc
  /// AOMedia Video 1.
  case av1
  /// Supports transparency, like VP8.
  case vp9
  /// WebM's older codec.
  case vp8
  /// For editing; 4444 supports transparency.
  case prores

  /// FFmpeg's encoders for it, the preferred one first. H.264 and AV1 have a second one for
  /// lossless images, AV1 also for images that SVT-AV1 refuses.
  public var encoders: [String] { recipes.map(\.name) }

  /// The encoders with all that is known about them, the preferred one first.
  var recipes: [EncoderRecipe] { EncoderRecipe.all.filter { $0.codec == self } }

  /// The preferred encoder.
  package var preferred: EncoderRecipe { recipes[0] }

  /// Whether its streams can carry alpha with the colours.
  public var supportsAlpha: Bool { preferred.supportsAlpha }

  /// The range of constant rate factors, from best to smallest; nil for codecs without them.
  public var crfRange: ClosedRange<Int>? { preferred.quality?.range }

  /// Whether frames can be stored after frames that are shown later.
  public var supportsBFrames: Bool { preferred.reordersFrames }

  /// Whether it can store high dynamic range.
  package var keepsLight: Bool { preferred.keepsLight }

  /// Whether it can store every RGB pixel as it is.
  var hasLossless: Bool { recipes.contains { $0.losslessFormat != nil } }

  /// FFmpeg's name of the codec.
  var libraryName: String { rawValue }

  /// Its name in messages.
  public var title: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .av1: "AV1"
    case .vp9: "VP9"
    case .vp8: "VP8"
    case .prores: "ProRes 4444"
    }
  }
}
