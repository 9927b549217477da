/// Walks the chunks of one level within a range.
struct WebPChunkWalker {
  private let reader: ByteReader
  /// The offset of the next chunk.
  private(set) var position: Int64
  /// The limit for the last chunk.
  let end: Int64

  init(_ reader: ByteReader, from start: Int64, to end: Int64) {
    self.reader = reader
    position = start
    self.end = end
  }

  /// Whether the level ends inside a chunk.
  private(set) var isCut = false

  /// The next chunk, truncated at the end of the level; nil if there is none.
  ///
  /// A missing padding byte after the last chunk is tolerated.
  mutating func next() throws -> WebPChunk? {
    guard position < end else { return nil }
    reader.seek(to: position)
    guard end - position >= WebPChunk.headerByteCount,
      let header = try reader.read(WebPChunk.headerByteCount)
    else {
      isCut = true
      position = end
      return nil
    }
    let declared = Int(LittleEndian.word32(header, 4))
    let offset = position + Int64(WebPChunk.headerByteCount)
    // At most 2^32 is added to an offset inside the file.
    position = offset + Int64(declared) + Int64(declared & 1)
    let byteCount = Int(min(Int64(declared), end - offset))
    isCut = byteCount < declared
    return WebPChunk(
      type: Array(header[..<4]), offset: offset, byteCount: byteCount, isCut: isCut)
  }
}
