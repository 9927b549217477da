internal import Stages

extension InputFormat {
  static let webp = InputFormat(
    .webp, Decoder("libwebp"), reader: .painter { try WebPPainter($0, options: $1) },
    end: WebPChunk.endOfFile
  ) { $0.starts(with: "RIFF".utf8) && $0.dropFirst(8).starts(with: "WEBP".utf8) }
}

extension WebPChunk {
  /// The end of the file that starts at an offset; nil if the bytes end earlier.
  ///
  /// The size of a RIFF file does not count its first eight bytes; chunks of odd size are padded.
  fileprivate static func endOfFile(_ reader: ByteReader, from start: Int64) throws -> Int64? {
    reader.seek(to: start)
    guard let header = try reader.read(headerByteCount) else { return nil }
    let size = Int64(LittleEndian.word32(header, 4))
    let end = start + Int64(headerByteCount) + size
    guard end <= reader.source.byteCount else { return nil }
    return min(end + size & 1, reader.source.byteCount)
  }
}
