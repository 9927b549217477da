internal import Raster
internal import Stages

extension CodedHeader: StillCoding {
  func metadata(in source: ByteSource, options: ReadingOptions) -> SourceInfo.Metadata {
    SourceInfo.Metadata(self)
  }

  func trailing(in source: ByteSource) throws -> ReadingWarning? {
    try end.flatMap { try source.trailingWarning(from: $0, kind.noun) }
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    try decode(still.wholeFile(source), isDamaged: false, by: reader, into: pool)
  }

  /// Decodes the bytes of a file.
  ///
  /// - Parameter isDamaged: whether samples are known to be missing.
  func decode(
    _ bytes: [UInt8], isDamaged: Bool, by reader: StillPictureReader, into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let decoder = try reader.decoder { try CodedPictureDecoder() }
    decoder.handsOnWide = reader.handsOnWide
    let target = pool.take()
    var warnings = try decoder.draw(self, bytes: bytes, into: target)
    if isDamaged, !warnings.contains(where: \.kind.isDamage) {
      warnings.append(
        ReadingWarning(
          kind: .damagedFrame, detail: "samples of the \(kind.noun) are missing or damaged"))
    }
    return (target, try reader.tolerating(warnings))
  }
}
