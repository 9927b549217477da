package import Libav
package import Raster

extension FrameFilesOptions {
  /// The file format of each frame's picture.
  public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    /// Exact.
    case png
    /// Small, lossy, without transparency.
    case jpeg
    /// Exact, or small if a quality is given; with transparency.
    case webp
    /// Smaller than JPEG at the same quality and slower to write, with transparency.
    case avif
    /// Exact, with transparency, of 8 or 16 bits a sample.
    case tiff
    /// Exact, with transparency, not compressed.
    case bmp
    /// Exact, with transparency, hardly compressed: Truevision.
    case tga
    /// Exact, with transparency, quick: the Quite OK Image Format.
    case qoi
    /// Exact, without transparency, not compressed, of 8 or 16 bits a sample: a portable pixmap.
    case ppm

    /// The extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// Whether pictures may be transparent.
    package var keepsAlpha: Bool { self != .jpeg && self != .ppm }

    /// Whether pictures may have 16 bits a sample.
    package var isWide: Bool { [.png, .tiff, .ppm].contains(self) }

    /// Whether a quality may be chosen.
    package var hasQuality: Bool { [.jpeg, .webp, .avif].contains(self) }

    /// The format with an extension, without the dot; nil if there is none.
    package init?(fileExtension: String) {
      let name = fileExtension.lowercased()
      self.init(rawValue: ["jpg": "jpeg", "tif": "tiff"][name] ?? name)
    }

    /// The name of the format in messages.
    public var title: String {
      switch self {
      case .png: "PNG"
      case .jpeg: "JPEG"
      case .webp: "WebP"
      case .avif: "AVIF"
      case .tiff: "TIFF"
      case .bmp: "BMP"
      case .tga: "TGA"
      case .qoi: "QOI"
      case .ppm: "PPM"
      }
    }
  }
}

extension FrameFilesOptions {
  /// The bits of the samples of frames' pictures.
  public enum Depth: String, Sendable, Hashable, CaseIterable {
    /// 8 bits, which every program can show.
    case eight = "8"
    /// 16 bits, which PNG, TIFF and PPM support.
    case sixteen = "16"
    /// 16 bits if the input has more than 8, otherwise 8.
    case auto
  }
}

/// Encodes one frame's picture.
package struct FramePictureEncoder: Sendable {
  private let format: FrameFilesOptions.PictureFormat
  private let quality: Int?
  private let png: PNGWritingOptions
  private let isWide: Bool
  private let samples: JPEGSamples?

  /// - Parameters:
  ///   - depth: bits of a sample, 8 or 16.
  ///   - samples: the colour of samples that pictures may carry instead of pixels.
  package init(_ options: FrameFilesOptions, depth: Int = 8, samples: StoredColor? = nil) {
    self.samples = samples.map(JPEGSamples.init)
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
    case .jpeg: try encodeJPEG(pixels, quality: quality ?? JPEGPicture.defaultQuality)
    case .webp: try WebPPicture.encode(pixels, quality: quality)
    case .avif: try AVIFPicture.encode(pixels, quality: quality ?? AVIFPicture.defaultQuality)
    case .tiff: try TIFFWriter.encode(pixels, depth: isWide ? 16 : 8)
    case .bmp: try BitmapPicture.encode(pixels)
    case .tga: try TargaPicture.encode(pixels)
    case .qoi: try QOIPicture.encode(pixels)
    case .ppm where isWide:
      PixmapPicture.encode(pixels.wide ?? WidePicture(widening: pixels))
    case .ppm: PixmapPicture.encode(pixels)
    }
  }

  private func encodeJPEG(_ pixels: PixelBuffer, quality: Int) throws -> [UInt8] {
    if let samples, let plain = pixels.plain {
      return try JPEGPicture.encode(samples.converted(plain), quality: quality)
    }
    return try JPEGPicture.encode(pixels, quality: quality)
  }
}
