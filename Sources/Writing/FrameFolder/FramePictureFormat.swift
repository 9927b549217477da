package import Raster

/// The file format of each frame's picture.
public enum FramePictureFormat: String, Sendable, Hashable, CaseIterable {
  /// Exact.
  case png
  /// Small, lossy, without transparency.
  case jpeg
  /// Exact, or small if a quality is given; with transparency.
  case webp
  /// Smaller than JPEG at the same quality and slower to write, with transparency.
  case avif

  /// The extension, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// The name of the format for people.
  public var title: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }
}

/// The bits of the samples of frames' pictures.
public enum FrameDepth: String, Sendable, Hashable, CaseIterable {
  /// 8, which any program shows.
  case eight = "8"
  /// 16, which only PNG has here.
  case sixteen = "16"
  /// 16 where the input has more than 8, else 8.
  case auto
}

/// Encodes one frame's picture.
package struct FramePictureEncoder: Sendable {
  private let format: FramePictureFormat
  private let quality: Int?
  private let png: PNGWritingOptions
  private let isWide: Bool

  /// - Parameter depth: bits of a sample, 8 or 16.
  package init(_ options: FrameFilesOptions, depth: Int = 8) {
    format = options.format ?? .png
    quality = options.quality
    png = options.png
    isWide = depth == 16
  }

  /// - Throws: ``WritingError``.
  package func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    switch format {
    case .png where isWide:
      try WidePNGPicture.encode(pixels.wide ?? WidePicture(widening: pixels), options: png)
    case .png: try PNGPicture.encode(pixels, options: png)
    case .jpeg: try JPEGPicture.encode(pixels, quality: quality ?? JPEGPicture.defaultQuality)
    case .webp: try WebPPicture.encode(pixels, quality: quality)
    case .avif: try AVIFPicture.encode(pixels, quality: quality ?? AVIFPicture.defaultQuality)
    }
  }
}
