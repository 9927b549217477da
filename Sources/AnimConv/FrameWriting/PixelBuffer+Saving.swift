internal import AnimPlay
internal import OutputFiles
public import Raster
internal import Stages
public import SystemPackage
public import Writing

/// Saving an image as a file.
extension PixelBuffer {
  /// The bytes of an image file.
  ///
  /// - Parameters:
  ///   - format: PNG by default. JPEG and PPM have no transparency, so the image is flattened with
  ///     `matte`.
  ///   - quality: from 1 to 100, for JPEG and WebP; nil for 90, and for lossless WebP.
  ///   - matte: under transparent pixels of a JPEG or PPM; white by default.
  /// - Throws: ``ConversionError``.
  /// - Complexity: encodes every pixel, on the calling thread.
  public func encoded(
    as format: FrameFilesOptions.PictureFormat = .png, quality: Int? = nil, matte: RGBColor = .white
  ) throws -> [UInt8] {
    try Self.telling(nil) { try encode(format, quality, matte) }
  }

  /// Writes an image file that appears when it is complete.
  ///
  /// - Parameters: - path: must end with the extension of a format, such as `.png` or `.jpg`,
  ///   unless `format` is given. - overwriting: the handling of an existing file.
  /// - Throws: ``ConversionError``.
  /// - Complexity: like ``encoded(as:quality:matte:)``.
  public func write(
    to path: FilePath, as format: FrameFilesOptions.PictureFormat? = nil, quality: Int? = nil,
    matte: RGBColor = .white, overwriting: Conversion.Overwriting = .refuse
  ) throws {
    try Self.telling(path.string) {
      let named = path.extension.flatMap { FrameFilesOptions.PictureFormat(fileExtension: $0) }
      guard let format = format ?? named else {
        throw PlanningError.containerUnknown(fileExtension: path.extension?.lowercased())
      }
      let bytes = try encode(format, quality, matte)
      let file = try OutputFile(path)
      try file.append(bytes)
      try OutputFile.publish([file], replacing: overwriting == .replace)
    }
  }

  private func encode(
    _ format: FrameFilesOptions.PictureFormat, _ quality: Int?, _ matte: RGBColor
  ) throws -> [UInt8] {
    var options = FrameFilesOptions()
    options.format = format
    options.quality = quality
    let picture = format.keepsAlpha ? self : flattened(onto: matte)
    return try FramePictureEncoder(options).encode(picture)
  }

  private static func telling<Value>(_ file: String?, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      throw ConversionError.wrapping(error, file: file, stage: .writing)
    }
  }
}
