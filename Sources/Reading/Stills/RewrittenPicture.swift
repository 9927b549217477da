internal import Raster
internal import Stages

/// A picture that the decoder receives in another form than the file's.
struct RewrittenPicture: StillCoding {
  /// Makes the file for the decoder, and says whether samples are missing or damaged.
  typealias Rewriting = @Sendable (StillPicture, ByteSource) throws -> ([UInt8], isDamaged: Bool)

  let header: CodedHeader
  let rewrite: Rewriting

  static func == (left: RewrittenPicture, right: RewrittenPicture) -> Bool {
    left.header == right.header
  }

  func hash(into hasher: inout Hasher) { hasher.combine(header) }

  var isDocument: Bool { header.isDocument }

  func metadata(in source: ByteSource, options: ReadingOptions) -> SourceInfo.Metadata {
    SourceInfo.Metadata(header)
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let (bytes, isDamaged) = try rewrite(still, source)
    return try header.decode(bytes, isDamaged: isDamaged, by: reader, into: pool)
  }
}
