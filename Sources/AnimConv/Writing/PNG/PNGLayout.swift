/// How the pixels of a PNG that is written are stored.
///
/// Rows are handed over packed in this layout: samples in the order of the case's name, those of
/// less than 8 bits from the high bits of each byte on.
enum PNGLayout: Hashable {
  /// Gray of 1, 2, 4 or 8 bits.
  case gray(bits: Int)
  /// Gray and alpha, 8 bits each.
  case grayAlpha
  case rgb
  case rgba
  /// Indices of 1, 2, 4 or 8 bits into colours, as many as the bits can name at most. Colours are
  /// straight RGBA with red in the first byte; opaque ones at the end cost nothing extra.
  case palette([UInt32], bits: Int)

  var bitsPerPixel: Int {
    switch self {
    case .gray(let bits), .palette(_, let bits): bits
    case .grayAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// Bytes of a row of so many pixels.
  func bytesPerRow(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
}
