package import Raster

/// A whole picture as the bytes of an AVIF.
package enum AVIFPicture {
  /// The default quality.
  package static let defaultQuality = 75
  /// The encoder's effort for one of many pictures.
  private static let effort = 3

  /// - Parameters:
  ///   - quality: from 1, small, to 100.
  ///   - hasFullChroma: whether each pixel has its own chroma, regardless of the picture.
  /// - Throws: ``WritingError``.
  package static func encode(
    _ pixels: PixelBuffer, quality: Int, hasFullChroma: Bool = false
  ) throws -> [UInt8] {
    var content = FlatContent()
    content.count(pixels)
    let isFlat = content.isFlat
    let options = AVIFOptions(
      samples: isFlat || hasFullChroma ? .yuv444 : .yuv420,
      hasAlpha: !pixels.isOpaque(in: PixelRect(pixels.size)),
      quality: quality, effort: effort, isFlat: isFlat)
    var encoding = try AVIFEncoding(
      options, size: pixels.size, frames: 1, seconds: (1, 10), room: .max / 2)
    // Several pictures are encoded in parallel, each with as few threads as possible.
    encoding.threads = 1
    var file: [UInt8] = []
    let writer = try AVIFWriter(encoding, .still, beside: nil) { file += $0 }
    do {
      try writer.append(CanvasFrame(index: 0, pixels: pixels, changed: PixelRect(pixels.size)))
      try writer.finish()
    } catch {
      writer.cancel()
      throw error
    }
    return file
  }
}
