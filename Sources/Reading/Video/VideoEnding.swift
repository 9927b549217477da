/// Whether a video file is complete according to the outermost parts of its container: boxes of
/// MP4, the segment of Matroska, lists of AVI, tags of FLV, packets of MPEG-TS.
///
/// Y4M has no such parts; an incomplete last picture indicates the end there.
enum VideoEnding {
  /// Whether the last part extends beyond the end of the file.
  ///
  /// - Parameter isFollowed: whether other data follows the video's data.
  /// - Throws: ``ReadingError/system(operation:errno:)``.
  /// - Complexity: reads the head of each part.
  static func isCut(
    _ source: ByteSource, _ format: VideoFileFormat, isFollowed: Bool
  ) throws -> Bool {
    switch format {
    // Data after the last box that is not a box is reported separately.
    case .mp4: try !isFollowed && isCut(source, from: 0, head: 16, part: box)
    case .avi: try isCut(source, from: 0, head: 8, part: list)
    // Many files lack the length after the last tag.
    case .flv: try isCut(source, from: 13, head: 11, dispensable: 4, part: tag)
    case .mpegTS:
      try !(source.byteCount - VideoFileFormat.firstPacket(of: source)).isMultiple(of: 188)
    // Each packet follows 4 bytes with its time (AVCHD, Blu-ray).
    case .m2ts: !source.byteCount.isMultiple(of: 192)
    case .matroska: try isMatroskaCut(source)
    case .y4m: false
    }
  }

  /// Walks from part to part.
  ///
  /// - Parameters:
  ///   - dispensable: the number of bytes at the end of a part that may be missing.
  ///   - part: the length of a part from its first bytes; nil if they are not a part, which ends
  ///     the walk.
  private static func isCut(
    _ source: ByteSource, from start: Int64, head: Int, dispensable: Int64 = 0,
    part: ([UInt8]) -> Int64?
  ) throws -> Bool {
    let reader = ByteReader(source)
    var offset = start
    while offset < source.byteCount {
      reader.seek(to: offset)
      let available = Int(min(Int64(head), source.byteCount - offset))
      guard let bytes = try reader.read(available), let length = part(bytes), length > 0
      else { return false }
      let (end, overflow) = offset.addingReportingOverflow(length)
      if overflow { return true }
      offset = end
    }
    return offset - dispensable > source.byteCount
  }

  /// ISO/IEC 14496-12, 4.2. A length of 0 means that the box extends to the end of the file.
  private static func box(_ head: [UInt8]) -> Int64? {
    guard head.count >= 8 else { return nil }
    let length = number(head[0..<4])
    if length == 1 { return head.count == 16 ? number(head[8..<16]) : nil }
    return length >= 8 ? length : nil
  }

  /// A RIFF list, or a further one of OpenDML, padded to an even length.
  private static func list(_ head: [UInt8]) -> Int64? {
    guard head.starts(with: "RIFF".utf8), head.count == 8 else { return nil }
    let length = number(head[4..<8].reversed())
    // Programs that stream do not write the length.
    guard length > 0, length < 0xFFFF_FFF0 else { return nil }
    return 8 + length
  }

  /// A tag and the length repeated after it (FLV 10.1, E.4.1).
  private static func tag(_ head: [UInt8]) -> Int64? {
    guard head.count == 11, [8, 9, 18].contains(head[0] & 31) else { return nil }
    return 11 + number(head[1..<4]) + 4
  }

  /// The segment; its length is unknown in streams (RFC 8794, 6; RFC 9559, 5.1).
  private static func isMatroskaCut(_ source: ByteSource) throws -> Bool {
    let head = try source.prefix(4096)
    guard let (headLength, headStart) = elementLength(head, at: 4), let headLength,
      headLength < Int64(head.count - headStart)
    else { return false }
    let segment = headStart + Int(headLength)
    guard head.count >= segment + 12, head[segment..<segment + 4] == [0x18, 0x53, 0x80, 0x67],
      let (length, start) = elementLength(head, at: segment + 4), let length
    else { return false }
    return length > source.byteCount - Int64(start)
  }

  /// - Returns: the length, inner nil if it is unknown, and the start of the content.
  private static func elementLength(_ bytes: [UInt8], at offset: Int) -> (Int64?, Int)? {
    guard offset < bytes.count, bytes[offset] != 0 else { return nil }
    let count = bytes[offset].leadingZeroBitCount + 1
    guard offset + count <= bytes.count else { return nil }
    let mask = Int64(1) << (7 * count) - 1
    let value = number(bytes[offset..<offset + count]) & mask
    return (value == mask ? nil : value, offset + count)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int64 {
    bytes.reduce(0) { ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int64($1) }
  }
}
