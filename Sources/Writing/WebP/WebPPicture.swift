internal import CWebP
internal import Messages
internal import Raster
internal import Stages

/// A whole picture as the bytes of a WebP file.
enum WebPPicture {
  /// Pixels that a side may have.
  static let maxSide = 16_383

  /// Wraps `WebPEncode`.
  ///
  /// - Parameter quality: from 1 to 100; nil for every pixel exactly as it is.
  /// - Throws: ``WritingError``.
  static func encode(_ pixels: PixelBuffer, quality: Int?) throws -> [UInt8] {
    let size = pixels.size
    guard max(size.width, size.height) <= maxSide else {
      throw WritingError.unsupported(
        detail: "a WebP picture has at most \(maxSide) pixels on a side, not \(size)",
        remedy: "use \(setting: "frame-format", case: "png")")
    }
    var config = CWebP.WebPConfig()
    var picture = CWebP.WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw WritingError.library(
        operation: "writing a WebP", message: "libwebp is another version", frame: nil)
    }
    // What players and phones decode fast; the bytes depend on the version of libwebp only.
    config.method = 4
    config.thread_level = 0
    if let quality {
      config.quality = Float(quality)
      config.alpha_quality = 100
    } else {
      config.lossless = 1
      config.exact = 1
      config.quality = 75
    }
    picture.use_argb = config.lossless
    picture.width = Int32(size.width)
    picture.height = Int32(size.height)
    defer { WebPPictureFree(&picture) }
    var file = CWebP.WebPMemoryWriter()
    WebPMemoryWriterInit(&file)
    defer { WebPMemoryWriterClear(&file) }
    let encoded = withUnsafeMutablePointer(to: &file) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPPictureImportRGBA(&picture, pixels.base, Int32(pixels.stride)) != 0
        && WebPEncode(&config, &picture) != 0
    }
    guard encoded else {
      throw WritingError.library(
        operation: "writing a WebP", message: "error \(picture.error_code.rawValue) of libwebp",
        frame: nil)
    }
    return Array(UnsafeBufferPointer(start: file.mem, count: file.size))
  }
}
