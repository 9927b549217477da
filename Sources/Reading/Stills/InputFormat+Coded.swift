internal import Libav
internal import Raster
internal import Stages

extension InputFormat {
  /// A still image format that an FFmpeg decoder reads as a whole file: its signature and its
  /// header. FFmpeg includes these decoders, and OSS-Fuzz tests them continuously.
  ///
  /// - Parameters:
  ///   - decoder: FFmpeg's name.
  ///   - depths: as in ``InputFormat/Decoder/depths``.
  ///   - isConcatenated: whether files may hold several pictures, one after another.
  ///   - rewriting: makes the file that the decoder receives; nil if the decoder receives the file
  ///     unchanged.
  ///   - matches: whether a file starts like this format.
  ///   - header: reads the header.
  static func coded(
    _ kind: InputKind, by decoder: String, _ depths: String = "8 bits",
    isConcatenated: Bool = false, rewriting: RewrittenPicture.Rewriting? = nil,
    matches: @escaping @Sendable (_ head: [UInt8]) -> Bool,
    header: @escaping @Sendable (ByteReader) throws -> CodedHeader
  ) -> InputFormat {
    var end: (@Sendable (ByteReader, Int64) throws -> Int64?)?
    if isConcatenated { end = { try Self.end(in: $0, from: $1, header) } }
    return InputFormat(
      kind, Decoder.ffmpeg(decoder, depths), reader: .still,
      survey: { (source: ByteSource, options: ReadingOptions) throws -> StillPicture in
        let found = try header(ByteReader(source))
        let coding: any StillCoding =
          if let rewriting { RewrittenPicture(header: found, rewrite: rewriting) } else { found }
        return try StillPicture(coding: coding, found, source, options)
      },
      end: end, matches: matches)
  }

  /// The end of a picture according to its header; nil beyond the end of the file.
  private static func end(
    in reader: ByteReader, from start: Int64,
    _ header: (ByteReader) throws -> CodedHeader
  ) throws -> Int64? {
    let rest = ByteSource(reader.source, from: start, to: reader.source.byteCount)
    let end = try header(ByteReader(rest)).end
    return end.flatMap { $0 <= rest.byteCount ? start + $0 : nil }
  }
}

extension InputFormat.Decoder {
  /// The decoder is FFmpeg's, which can be built without it.
  static func ffmpeg(_ name: String, _ depths: String) -> Self {
    Self("FFmpeg", depths) { Capabilities.hasDecoder(name) }
  }
}

extension StillPicture {
  /// A picture with this header.
  convenience init(
    coding: any StillCoding, _ header: CodedHeader, _ source: ByteSource,
    _ options: ReadingOptions
  ) throws {
    // Checked before the area is computed.
    try options.limits.check(canvas: header.size)
    if let light = header.colors?.highDynamicRange {
      try options.highDynamicRange.check(light.transfer, of: "the picture")
    }
    try self.init(
      coding, size: header.size, hasTransparency: header.alpha != .absent,
      sampleDepth: header.sampleDepth, frameCount: header.pageCount,
      decodingBytes: Int(clamping: source.byteCount)
        + header.decodingBytesPerPixel * header.size.area,
      limits: options.limits)
  }
}
