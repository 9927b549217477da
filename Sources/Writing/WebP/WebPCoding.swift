internal import CWebP
internal import Messages
internal import Raster
internal import Stages

/// libwebp's options for one image.
struct WebPCoding: Hashable, Sendable {
  /// From 1 to 100; nil for lossless.
  var quality: Int?
  /// Quality of alpha in lossy images: 100 for exact values, lower for fewer values.
  var alphaQuality = 100
  /// From 0 (fast) to 6 (small).
  var method = 4
  /// Whether the colours of transparent pixels are kept; otherwise they may change to save bytes.
  var keepsHidden = false
  /// The search effort of lossless coding, from 0 to 100.
  var search = 75

  /// Wraps `WebPEncode`.
  ///
  /// - Throws: ``WritingError``.
  func encode(_ pixels: PixelPlane, _ size: PixelSize) throws -> CodedWebP {
    guard max(size.width, size.height) <= WebPPicture.maxSide else {
      throw WritingError.unsupported(
        detail: "a WebP picture has at most \(WebPPicture.maxSide) pixels on a side, not \(size)",
        remedy: "use \(.frameFormat, case: "png")")
    }
    var config = try configuration()
    var picture = CWebP.WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw Self.otherVersion }
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
    return CodedWebP(
      file: Array(UnsafeBufferPointer(start: file.mem, count: file.size)), size: size)
  }

  /// Without its own threads, so that the bytes depend only on the version of libwebp.
  private func configuration() throws -> CWebP.WebPConfig {
    var config = CWebP.WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw Self.otherVersion }
    config.method = Int32(method)
    config.thread_level = 0
    if let quality {
      config.quality = Float(quality)
      config.alpha_quality = Int32(alphaQuality)
      config.exact = keepsHidden ? 1 : 0
    } else {
      config.lossless = 1
      config.exact = 1
      config.quality = Float(search)
    }
    return config
  }

  private static var otherVersion: WritingError {
    .library(operation: "writing a WebP", message: "libwebp is another version", frame: nil)
  }
}
