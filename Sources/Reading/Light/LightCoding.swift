/// How samples stand for light, where that is not plain sRGB.
struct LightCoding: Hashable, Sendable {
  /// From samples to light.
  enum Transfer: Hashable, Sendable {
    /// That of sRGB, for which those of video count, too.
    case standard
    /// Samples are the light itself.
    case linear
    /// SMPTE ST 2084: light of a display, in cd/m².
    case pq
    /// ARIB STD-B67: light of the scene.
    case hlg

    /// Whether light above the white of paper is meant to be brighter than it.
    var isHighDynamicRange: Bool { self == .pq || self == .hlg }

    /// What people call it.
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
