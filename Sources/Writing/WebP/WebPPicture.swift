internal import Raster

/// A whole image as the bytes of a WebP file.
enum WebPPicture {
  /// The longest side in pixels.
  static let maxSide = 16_383

  /// - Parameter quality: from 1 to 100; nil for lossless.
  /// - Throws: ``WritingError``.
  static func encode(_ pixels: PixelBuffer, quality: Int?) throws -> [UInt8] {
    // Fast to decode for players and phones; the bytes depend only on the version of libwebp.
    try WebPCoding(quality: quality).encode(PixelPlane(pixels), pixels.size).file
  }
}
