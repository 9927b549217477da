package import Raster

/// What the picture of each frame is stored as.
public enum FramePictureFormat: String, Sendable, Hashable, CaseIterable {
  /// Exact.
  case png
  /// Small and not exact, without transparency.
  case jpeg
  /// Exact, or small when a quality is asked for; with transparency.
  case webp

  /// Of the files, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// What people call it.
  public var title: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    }
  }
}

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
  package func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    switch format {
    case .png: try PNGPicture.encode(pixels, options: png)
    case .jpeg: try JPEGPicture.encode(pixels, quality: quality ?? JPEGPicture.defaultQuality)
    case .webp: try WebPPicture.encode(pixels, quality: quality)
    }
  }
}
