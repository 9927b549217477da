/// A chunk of a RIFF file, without its content (WebP container specification, "RIFF file format").
struct WebPChunk {
  /// How many bytes come before the content: four characters and a size.
  static let headerByteCount = 8

  /// The four characters, as they stand in the file.
  let type: [UInt8]
  /// Offset of the content.
  let offset: Int64
  /// Bytes of the content that are there, without the padding of odd sizes.
  let byteCount: Int
  /// Whether there are fewer than declared.
  let isCut: Bool

  func isOf(_ type: WebPChunkType) -> Bool { self.type.elementsEqual(type.rawValue.utf8) }
}

/// The chunks that mean something here.
enum WebPChunkType: String {
  /// A header with the canvas and what follows.
  case extended = "VP8X"
  /// The loop count.
  case animation = "ANIM"
  /// One frame with its rectangle and delay.
  case frame = "ANMF"
  /// The alpha of a lossy picture.
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
