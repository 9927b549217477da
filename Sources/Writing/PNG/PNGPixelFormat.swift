/// The pixel format of a written PNG.
///
/// Rows are passed packed in this format: samples in the order of the case's name, smaller ones
/// from the high bits of each byte.
enum PNGPixelFormat: Hashable {
  /// Grey of 1, 2, 4 or 8 bits.
  case gray(bits: Int)
  /// Grey and alpha, 8 bits each.
  case grayAlpha
  case rgb
  case rgba
  /// Indices of 1, 2, 4 or 8 bits into at most as many colours as the bits can name. Colours are
  /// straight RGBA with red in the first byte; opaque ones at the end need no extra bytes.
  case palette([UInt32], bits: Int)
  /// 16 bits a sample, the highest byte first.
  case wide(isGray: Bool, hasAlpha: Bool)

  var bitsPerPixel: Int {
    switch self {
    case .gray(let bits), .palette(_, let bits): bits
    case .grayAlpha: 16
    case .rgb: 24
    case .rgba: 32
    case .wide: 16 * wideChannels.count
    }
  }

  /// Whether a pixel may be transparent.
  var hasAlpha: Bool {
    switch self {
    case .grayAlpha, .rgba: true
    case .gray, .rgb: false
    case .palette(let colors, _): colors.contains { $0.littleEndian >> 24 != 255 }
    case .wide(_, let hasAlpha): hasAlpha
    }
  }

  /// The channels of red, green, blue and alpha that are stored with 16 bits.
  var wideChannels: [Int] {
    guard case .wide(let isGray, let hasAlpha) = self else { return [] }
    return (isGray ? [0] : [0, 1, 2]) + (hasAlpha ? [3] : [])
  }

  /// Bytes of a row with this many pixels.
  func bytesPerRow(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// Bytes from a sample to the same sample of the previous pixel; 1 if a byte holds several.
  var bytesPerPixel: Int { max(1, bitsPerPixel / 8) }

  /// The best filter for most images: none for palettes and grey with few bits, which filters make
  /// larger (PNG specification, section 12.7).
  var usualFilter: PNGWritingOptions.FilterChoice {
    if case .palette = self { return .unfiltered }
    return bitsPerPixel < 8 ? .unfiltered : .sub
  }
}
