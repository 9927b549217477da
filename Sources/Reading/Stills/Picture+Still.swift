internal import Libav
internal import Raster
internal import Stages

extension Picture {
  /// Decodes a whole file with one image of a known size.
  ///
  /// - Parameters:
  ///   - decoder: FFmpeg's name.
  ///   - size: from the header; the decoder allocates no more.
  ///   - title: the name of the format: `JPEG`.
  /// - Throws: `LibavError`; ``ReadingError/malformed(detail:frame:byteOffset:)`` for another size.
  func decode(
    _ bytes: [UInt8], by decoder: String, size: PixelSize, title: String
  ) throws {
    // The decoder also counts the padding of rows.
    let most = (size.width + 256) * (size.height + 256)
    try bytes.withUnsafeBytes { bytes in
      try StillDecoder(decoder, maxPixels: most).decode(bytes, into: self)
    }
    guard width == size.width, height == size.height else {
      throw ReadingError.malformed(
        detail: "the \(title) has two sizes, \(size) and \(width)x\(height)", frame: nil,
        byteOffset: nil)
    }
  }
}
