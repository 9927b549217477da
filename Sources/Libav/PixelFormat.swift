internal import CFFmpeg

/// The sample layout of a ``Picture``, with FFmpeg's names.
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  case yuv420p, yuva420p, yuv444p
  /// 10 bits per sample in the low bits of little-endian 16-bit words, 4:2:0.
  case yuv420p10le
  /// 10 bits per sample in 16-bit words, with chroma for each pixel.
  case yuv444p10le, yuva444p10le
  /// 12 bits per sample in 16-bit words: the layout of decoded ProRes 4444.
  case yuv444p12le, yuva444p12le
  /// Planes in the order green, blue, red.
  case gbrp
  /// Packed blue, green, red and an unused byte.
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

  /// Whether there is an alpha plane or component.
  package var hasAlpha: Bool {
    switch self {
    case .yuva420p, .yuva444p10le, .yuva444p12le, .rgba, .bgra: true
    default: false
    }
  }
}
