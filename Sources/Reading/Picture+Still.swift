internal import Libav
internal import Raster
internal import Stages

extension Picture {
  /// Decodes a whole file that is one picture of a known size.
  ///
  /// - Parameters:
  ///   - decoder: FFmpeg's name.
  ///   - size: as the header says; the decoder takes memory for no more.
  ///   - title: what the file is: `JPEG`.
  /// - Throws: `LibavError`; ``ReadingError/malformed(detail:frame:byteOffset:)`` for another size.
  func decode(
    _ bytes: [UInt8], by decoder: String, size: PixelSize, title: String
  ) throws {
    // The decoder counts the edges that it aligns rows with as well.
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
