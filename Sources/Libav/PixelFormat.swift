internal import CFFmpeg

/// How the samples of a ``Picture`` lie in memory, by FFmpeg's own names.
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  case yuv420p, yuva420p, yuv444p
  /// 10 bits a sample in the low bits of little-endian 16-bit words, one of chroma for 2 x 2 pixels.
  case yuv420p10le
  /// The same with chroma for each pixel.
  case yuv444p10le, yuva444p10le
  /// The same with 12 bits: what ProRes 4444 decodes to.
  case yuv444p12le, yuva444p12le
  /// Planes in the order green, blue, red.
  case gbrp
  /// Packed blue, green, red and a byte without meaning.
  case bgr0
  case rgba, bgra
  /// One plane of luma.
  case gray

  /// Wraps `av_get_pix_fmt`.
  var av: AVPixelFormat { av_get_pix_fmt(rawValue) }

  init?(av: AVPixelFormat) {
    guard let name = av_get_pix_fmt_name(av) else { return nil }
    self.init(rawValue: String(cString: name))
  }

  /// Whether there is a plane or component of alpha.
  package var hasAlpha: Bool {
    switch self {
    case .yuva420p, .yuva444p10le, .yuva444p12le, .rgba, .bgra: true
    default: false
    }
  }
}
