internal import Libav
internal import Messages
package import Raster
internal import Stages

/// A whole image as the bytes of a JPEG file.
///
/// The encoder is FFmpeg's `mjpeg`, as for reading, so no further library has to be kept up to
/// date. Colours are BT.601 in full range, as in JFIF; from quality 90 on, chroma has full
/// resolution. Below, the samples of a video become those of the picture.
package enum JPEGPicture {
  package static let defaultQuality = 90
  /// The longest side in pixels.
  package static let maxSide = 65_500

  /// - Parameters:
  ///   - pixels: opaque.
  ///   - quality: from 1 to 100.
  ///   - hasFullChroma: whether each pixel has its own chroma; nil for yes from quality 90 on.
  /// - Throws: ``WritingError``.
  package static func encode(
    _ pixels: PixelBuffer, quality: Int, hasFullChroma: Bool? = nil
  ) throws -> [UInt8] {
    let size = pixels.size
    return try encoding(size) { () throws(LibavError) in
      try encodeJPEG(
        pixels.base, width: size.width, height: size.height, bytesPerRow: pixels.stride,
        quantizer: quantizer(quality),
        hasFullChroma: hasFullChroma ?? Self.hasFullChroma(at: quality))
    }
  }

  /// - Parameters:
  ///   - plain: the result of ``JPEGSamples/converted(_:)``.
  ///   - quality: from 1 to 100.
  /// - Throws: ``WritingError``.
  package static func encode(_ plain: PlainPicture, quality: Int) throws -> [UInt8] {
    try encoding(plain.size) { () throws(LibavError) in
      try encodeJPEG(
        (plain.luma, plain.blue, plain.red), width: plain.size.width, height: plain.size.height,
        quantizer: quantizer(quality))
    }
  }

  private static func encoding(
    _ size: PixelSize, _ encode: () throws(LibavError) -> [UInt8]
  ) throws -> [UInt8] {
    guard max(size.width, size.height) <= maxSide else {
      throw WritingError.unsupported(
        detail: "a JPEG picture has at most \(maxSide) pixels on a side, not \(size)",
        remedy: "use \(.frameFormat, case: "png")")
    }
    do { return try encode() } catch {
      if error.missing != nil { throw WritingError(error, frame: nil) }
      throw WritingError.library(
        operation: "writing a JPEG", message: error.description, frame: nil)
    }
  }

  /// Whether each pixel has its own chroma unless the request says otherwise.
  package static func hasFullChroma(at quality: Int) -> Bool { quality >= 90 }

  /// The encoder's quantizer, from 1 (fine) to 31, for the usual quality scale: tables shrink in
  /// proportion to 100 - quality above 50 and grow with its inverse below.
  static func quantizer(_ quality: Int) -> Int {
    let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return min(31, max(1, (percent * 8 + 50) / 100))
  }
}
