internal import Stages

/// Finds where a JPEG ends, without decoding.
enum JPEGEnd {
  /// Walks the segments and the scans (ITU-T T.81, B.1.1): in a scan's data, 0xFF is followed by 0
  /// or by a restart number.
  ///
  /// - Parameter start: the offset of the image's signature.
  /// - Returns: the offset after the last byte; nil if the bytes end earlier.
  @Sendable static func find(_ reader: ByteReader, from start: Int64) throws -> Int64? {
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
