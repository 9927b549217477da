/// A chunk of a RIFF file, without its content (WebP container specification, "RIFF file format").
struct WebPChunk {
  /// The size of a chunk header: four characters and a size.
  static let headerByteCount = 8

  /// The four characters as stored.
  let type: [UInt8]
  /// Offset of the content.
  let offset: Int64
  /// Available bytes of the content, without the padding of odd sizes.
  let byteCount: Int
  /// Whether fewer bytes exist than declared.
  let isCut: Bool

  /// Nil for a chunk that is not relevant.
  var known: WebPChunkType? { WebPChunkType(rawValue: String(decoding: type, as: UTF8.self)) }
}

/// The relevant chunks.
enum WebPChunkType: String {
  /// A header with the canvas and the file's features.
  case extended = "VP8X"
  /// The loop count.
  case animation = "ANIM"
  /// One frame with its rectangle and delay.
  case frame = "ANMF"
  /// The alpha of a lossy image.
  case alpha = "ALPH"
  /// A lossy picture.
  case lossy = "VP8 "
  /// A colour profile.
  case profile = "ICCP"
  /// Exif.
  case exif = "EXIF"
  case xmp = "XMP "
  /// A manifest of C2PA.
  case credentials = "C2PA"
  /// A lossless picture.
  case lossless = "VP8L"
}
