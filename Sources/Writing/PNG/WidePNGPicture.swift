internal import Raster

/// Encodes a whole picture as a PNG of 16 bits a sample: grey if it has no colours, and without
/// alpha if it is opaque.
enum WidePNGPicture {
  /// - Throws: ``WritingError``.
  static func encode(_ picture: WidePicture, options: PNGWritingOptions) throws -> [UInt8] {
    let size = picture.size
    let format = format(of: picture, options.formats)
    var options = options
    if options.filter == nil { options.filter = .up }
    var file: [UInt8] = []
    let writer = try PNGPicture.writer(size, format, options) { file.append(contentsOf: $0) }
    var row = [UInt8](repeating: 0, count: format.bytesPerRow(width: size.width))
    try row.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<size.height {
        pack(picture, y, format, into: bytes.baseAddress!)
        try writer.writeRow(UnsafeRawBufferPointer(bytes))
      }
    }
    try writer.finish()
    return file
  }

  private static func format(
    of picture: WidePicture, _ formats: PNGWritingOptions.Formats
  ) -> PNGPixelFormat {
    let isGray = picture.pixels.allSatisfy { $0.x == $0.y && $0.y == $0.z }
    let hasAlpha = formats == .withAlpha || picture.pixels.contains { $0.w != .max }
    return .wide(isGray: isGray, hasAlpha: hasAlpha)
  }

  /// Big-endian.
  private static func pack(
    _ picture: WidePicture, _ y: Int, _ format: PNGPixelFormat,
    into bytes: UnsafeMutablePointer<UInt8>
  ) {
    let start = y * picture.size.width
    let channels = format.wideChannels
    picture.pixels.withUnsafeBufferPointer { pixels in
      var out = bytes
      for x in 0..<picture.size.width {
        let pixel = pixels[start + x]
        for channel in channels {
          let sample = pixel[channel]
          out[0] = UInt8(truncatingIfNeeded: sample >> 8)
          out[1] = UInt8(truncatingIfNeeded: sample)
          out += 2
        }
      }
    }
  }
}
