/// How samples represent light, if not in plain sRGB.
struct LightCoding: Hashable, Sendable {
  /// From samples to light.
  enum Transfer: Hashable, Sendable {
    /// The curve of sRGB, which is also used for video.
    case standard
    /// Samples are linear light.
    case linear
    /// SMPTE ST 2084: light of a display, in cd/m².
    case pq
    /// ARIB STD-B67: light of the scene.
    case hlg

    /// Whether light above paper white is meant to be brighter.
    var isHighDynamicRange: Bool { self == .pq || self == .hlg }

    /// Its name in messages.
    var name: String {
      switch self {
      case .standard: "sRGB"
      case .linear: "linear"
      case .pq: "PQ"
      case .hlg: "HLG"
      }
    }
  }

  /// The colours of pure red, green and blue; white is that of daylight.
  enum Primaries: Hashable, Sendable {
    case standard, displayP3, bt2020
  }

  var transfer: Transfer
  var primaries: Primaries

  /// Plain sRGB.
  static let standard = LightCoding(transfer: .standard, primaries: .standard)
}
