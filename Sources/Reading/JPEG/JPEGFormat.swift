internal import Raster
internal import Stages

extension InputFormat {
  static let jpeg = InputFormat(
    .jpeg, Decoder("FFmpeg", "8 bits, grey, colours and ink"),
    reader: .still,
    survey: { source, options in
      let header = try JPEGHeader(ByteReader(source))
      // Coefficients and samples of each component, and the file twice for four components.
      let components = header.ink == nil ? 3 : 4
      try options.limits.check(canvas: header.size)
      return try StillPicture(
        header, size: header.size, hasTransparency: false,
        decodingBytes: (components - 2) * Int(clamping: source.byteCount)
          + components * 3 * header.size.area,
        limits: options.limits)
    },
    end: JPEGEnd.find
  ) { JPEGHeader.starts($0) }
}

extension JPEGHeader: StillCoding {
  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceInfo.Metadata {
    SourceInfo.Metadata(inJPEG: try source.prefix(options.limits.maxMetadataBytes))
  }

  func trailing(in source: ByteSource) throws -> ReadingWarning? {
    try JPEGEnd.find(ByteReader(source), from: 0)
      .flatMap { try source.trailingWarning(from: $0, "JPEG") }
  }

  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning]) {
    let bytes = try still.wholeFile(source)
    let painter = try reader.decoder { try JPEGPainter() }
    let target = pool.take()
    let colors = PictureColors(ICCProfile(inJPEG: bytes).map { .profile($0) }, for: samples)
    let warning = try painter.draw(
      self, bytes: bytes, conversion: colors.conversion, into: target)
    if let warning, reader.options.isStrict { throw ReadingError.damaged(warning) }
    let map = GainMap.name(inJPEG: bytes).map {
      ReadingWarning(kind: .colorProfile, detail: GainMap.note($0))
    }
    return (target, [colors.warning, map, warning].compactMap(\.self))
  }
}
