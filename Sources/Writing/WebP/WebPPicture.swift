internal import Raster

/// A whole picture as the bytes of a WebP file.
enum WebPPicture {
  /// Pixels that a side may have.
  static let maxSide = 16_383

  /// - Parameter quality: from 1 to 100; nil for every pixel exactly as it is.
  /// - Throws: ``WritingError``.
  static func encode(_ pixels: PixelBuffer, quality: Int?) throws -> [UInt8] {
    // What players and phones decode fast; the bytes depend on the version of libwebp only.
    try WebPCoding(quality: quality).encode(PixelPlane(pixels), pixels.size).file
  }
}
