internal import Stages

/// The end of an image inside a longer sequence of bytes.
enum PictureEnd {
  /// Finds the end by the structure of the format, without decoding.
  ///
  /// - Parameter start: the offset of the image's signature.
  /// - Returns: the offset after the last byte; nil if the bytes end earlier, and for formats whose
  ///   files are not concatenated.
  static func find(_ kind: SourceKind, in reader: ByteReader, from start: Int64) throws -> Int64? {
    switch kind {
    case .png: try png(reader, from: start)
    case .jpeg: try jpeg(reader, from: start)
    case .webp: try webP(reader, from: start)
    case .netpbm, .bmp, .sgi: try coded(reader, from: start)
    default: nil
    }
  }

  /// The end according to a header, for uncompressed samples.
  private static func coded(_ reader: ByteReader, from start: Int64) throws -> Int64? {
    let rest = ByteSource(reader.source, from: start, to: reader.source.byteCount)
    let head = try rest.prefix(SourceKind.signatureLength)
    let end = try CodedFormat(signature: head)?.header(ByteReader(rest)).end
    return end.flatMap { $0 <= rest.byteCount ? start + $0 : nil }
  }

  private static func png(_ reader: ByteReader, from start: Int64) throws -> Int64? {
    var walker = PNGChunkWalker(reader, at: start + Int64(PNGChunkWalker.signature.count))
    while case .chunk(let chunk) = try walker.step() {
      if chunk.type == .end { return chunk.end }
    }
    return nil
  }

  /// The size of a RIFF file does not count its first eight bytes; chunks of odd size are padded.
  private static func webP(_ reader: ByteReader, from start: Int64) throws -> Int64? {
    reader.seek(to: start)
    guard let header = try reader.read(WebPChunk.headerByteCount) else { return nil }
    let size = Int64(LittleEndian.word32(header, 4))
    let end = start + Int64(WebPChunk.headerByteCount) + size
    guard end <= reader.source.byteCount else { return nil }
    return min(end + size & 1, reader.source.byteCount)
  }

  /// Walks the segments and the scans (ITU-T T.81, B.1.1): in a scan's data, 0xFF is followed by 0
  /// or by a restart number.
  private static func jpeg(_ reader: ByteReader, from start: Int64) throws -> Int64? {
    reader.seek(to: start + 2)
    var (wasMark, hasScan) = (false, false)
    while let byte = try reader.readByte() {
      guard wasMark, byte != 0, byte != 0xFF else {
        wasMark = byte == 0xFF
        continue
      }
      wasMark = false
      switch byte {
      case 0xD9: return reader.position
      // The next image starts, although this one has no end marker.
      case 0xD8 where hasScan: return reader.position - 2
      case 0x01, 0xD0...0xD8: continue
      default:
        hasScan = hasScan || byte == 0xDA
        guard let length = try reader.read(2) else { return nil }
        _ = try reader.skip(max(0, Int(length.bigEndianWord16(at: 0)) - 2))
      }
    }
    return nil
  }
}
