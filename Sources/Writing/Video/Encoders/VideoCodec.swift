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
  public var encoders: [String] {
    switch self {
    case .h264: ["libx264", "libx264rgb"]
    case .hevc: ["libx265"]
    case .av1: ["libsvtav1", "libaom-av1"]
    case .vp9: ["libvpx-vp9"]
    case .vp8: ["libvpx"]
    case .prores: ["prores_ks"]
    }
  }

  /// Whether its streams can carry alpha with the colours.
  public var supportsAlpha: Bool {
    switch self {
    case .vp8, .vp9, .prores: true
    case .h264, .hevc, .av1: false
    }
  }

  /// The range of constant rate factors, from best to smallest; nil for codecs without them.
  public var crfRange: ClosedRange<Int>? {
    switch self {
    case .h264, .hevc: 0...51
    case .av1, .vp9: 0...63
    case .vp8: 4...63
    case .prores: nil
    }
  }

  /// Whether frames can be stored after frames that are shown later.
  public var supportsBFrames: Bool { self == .h264 || self == .hevc }

  /// Whether it can store high dynamic range.
  package var keepsLight: Bool { self == .hevc || self == .av1 }

  /// FFmpeg's name of the codec.
  var libraryName: String { rawValue }

  /// Its name for people.
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
