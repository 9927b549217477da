internal import Raster
internal import Stages

/// The chunks before the data of a PNG: enough for a survey of many files.
struct PNGStillHeader {
  /// The size of the upright picture.
  let size: PixelSize
  /// Whether a pixel may be transparent.
  let hasTransparency: Bool
  /// Frames of its animation; 1 for a still image.
  let frameCount: Int
  /// Bits of a sample, at least 8.
  let sampleDepth: Int

  /// Larger ones would be refused when the image is decoded.
  private static let maxExifBytes = ReadingLimits().maxMetadataChunkBytes

  /// Walks up to the first data chunk.
  ///
  /// - Throws: ``ReadingError``.
  init(_ reader: ByteReader) throws {
    func refuse(_ detail: String) -> ReadingError {
      .malformed(detail: detail, frame: nil, byteOffset: reader.position)
    }
    var walker = PNGChunkWalker(reader, at: 8)
    guard case .chunk(let first) = try walker.step(), first.byteCount == PNGHeader.byteCount,
      first.type == .header, let content = try walker.content(of: first)
    else { throw refuse("the IHDR chunk is missing or damaged") }
    let header = try PNGHeader(content, byteOffset: 8)
    var orientation = PictureOrientation.upright
    var hasTransparency = header.colorType.hasAlphaChannel
    var frameCount = 1
    walk: while case .chunk(let chunk) = try walker.step() {
      switch chunk.type {
      case .data, .end: break walk
      case .transparency: hasTransparency = true
      case .animationControl where chunk.byteCount == 8:
        if let content = try walker.content(of: chunk) {
          frameCount = max(1, Int(content.bigEndianWord32(at: 0)))
        }
      case .exif where chunk.byteCount <= Self.maxExifBytes:
        let content = try walker.content(of: chunk)
        orientation = content.flatMap { ExifOrientation.read(tiff: $0) } ?? orientation
      default: break
      }
    }
    size = orientation.upright(header.size)
    sampleDepth = max(8, Int(header.bitDepth))
    self.hasTransparency = hasTransparency
    self.frameCount = frameCount
  }
}
