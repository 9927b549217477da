internal import Libav

/// The format of converted samples: those that ``PictureConverter`` can write.
package enum SampleFormat: Sendable, Hashable {
  /// 8 bits, one chroma sample per 2 x 2 pixels.
  case yuv420(alpha: Bool)
  /// 10 bits, one chroma sample per 2 x 2 pixels: samples of high dynamic range, unchanged from the
  /// input.
  case yuv420Deep
  /// 8 bits, one chroma sample per pixel.
  case yuv444
  /// 10 bits, one chroma sample per pixel.
  case yuv444Deep(alpha: Bool)
  /// 8-bit planes of green, blue, red.
  case planarRGB
  /// Packed blue, green, red and an unused byte.
  case packedRGB
  /// 8 bits of alpha only.
  case alpha
  /// Alpha as luma with grey chroma, for encoders that need chroma.
  case alphaAsLuma

  var pixelFormat: PixelFormat {
    switch self {
    case .yuv420(let alpha): alpha ? .yuva420p : .yuv420p
    case .yuv420Deep: .yuv420p10le
    case .yuv444: .yuv444p
    case .yuv444Deep(let alpha): alpha ? .yuva444p10le : .yuv444p10le
    case .planarRGB: .gbrp
    case .packedRGB: .bgr0
    case .alpha: .gray
    case .alphaAsLuma: .yuv420p
    }
  }

  /// Whether four pixels share their chroma.
  var hasQuarterOfChroma: Bool {
    switch self {
    case .yuv420, .yuv420Deep, .alphaAsLuma: true
    case .yuv444, .yuv444Deep, .planarRGB, .packedRGB, .alpha: false
    }
  }

  var storesRGB: Bool { self == .planarRGB || self == .packedRGB }
}
