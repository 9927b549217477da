internal import Raster

/// Makes the bytes of one frame's picture.
package struct FramePictureEncoder: Sendable {
  private let format: FramePictureFormat
  private let quality: Int?
  private let png: PNGWritingOptions

  package init(_ options: FrameFilesOptions) {
    format = options.format ?? .png
    quality = options.quality
    png = options.png
  }

  /// - Throws: ``WritingError``.
  func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    switch format {
    case .png: try PNGPicture.encode(pixels, options: png)
    case .jpeg: try JPEGPicture.encode(pixels, quality: quality ?? JPEGPicture.defaultQuality)
    case .webp: try WebPPicture.encode(pixels, quality: quality)
    }
  }
}
