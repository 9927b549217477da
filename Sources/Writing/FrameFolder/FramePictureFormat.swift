package import Raster

/// The file format of each frame's picture.
public enum FramePictureFormat: String, Sendable, Hashable, CaseIterable {
  /// Exact.
  case png
  /// Small, lossy, without transparency.
  case jpeg
  /// Exact, or small if a quality is given; with transparency.
  case webp

  /// The extension, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// The name of the format for people.
  public var title: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    }
  }
}

/// Encodes one frame's picture.
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
