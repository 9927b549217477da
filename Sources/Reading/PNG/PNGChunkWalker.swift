internal import OutputFiles

/// Walks the chunks of a PNG in order and checks their checksums.
///
/// Nothing is trusted: a length may exceed the file, and a type may not be letters. The caller
/// judges these outcomes; they are not errors.
struct PNGChunkWalker {
  /// The eight bytes that every PNG starts with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let blockBytes = 32 << 10

  /// The header of one chunk.
  struct Chunk {
    let type: PNGChunkType
    /// The offset of its length.
    let offset: Int64
    /// The size of its content in bytes.
    let byteCount: Int
    /// The offset after its length, type, content and checksum.
    var end: Int64 { offset + 12 + Int64(byteCount) }
  }

  enum Step {
    /// The content of this chunk follows; all of it and its checksum are in the file.
    case chunk(Chunk)
    /// The file ends inside this chunk.
    case cutChunk(Chunk)
    /// The file ends here, or inside the eight bytes at the start of a chunk.
    case end
    /// These bytes do not start a chunk.
    case garbage(offset: Int64)
  }

  let reader: ByteReader
  /// The offset of the next chunk.
  private var next: Int64

  /// - Parameter offset: of the first chunk, from the start of the file.
  init(_ reader: ByteReader, at offset: Int64) {
    self.reader = reader
    next = offset
  }

  /// Moves to the next chunk, whether or not the previous content was read.
  mutating func step() throws -> Step {
    reader.seek(to: next)
    guard let bytes = try reader.read(8) else { return .end }
    let type = PNGChunkType(code: bytes.bigEndianWord32(at: 4))
    let length = bytes.bigEndianWord32(at: 0)
    guard type.isValid, length <= 0x7fff_ffff else { return .garbage(offset: next) }
    let chunk = Chunk(type: type, offset: next, byteCount: Int(length))
    next += 12 + Int64(length)
    return next <= reader.source.byteCount ? .chunk(chunk) : .cutChunk(chunk)
  }

  /// The content of a chunk, or nil when its sum is wrong. For chunks that are known to be small.
  func content(of chunk: Chunk) throws -> [UInt8]? {
    reader.seek(to: chunk.offset + 8)
    guard let content = try reader.read(chunk.byteCount), let stored = try reader.read(4) else {
      return nil
    }
    var sum = Self.sum(of: chunk.type)
    sum.update(content)
    return sum.value == stored.bigEndianWord32(at: 0) ? content : nil
  }

  /// The first bytes of a chunk, at most `count`, and whether its checksum is correct.
  ///
  /// - Complexity: reads the chunk, in blocks of 32 KiB.
  func check(_ chunk: Chunk, prefix count: Int = 0) throws -> (prefix: [UInt8], isSound: Bool) {
    reader.seek(to: chunk.offset + 8)
    guard let prefix = try reader.read(min(count, chunk.byteCount)) else { return ([], false) }
    var sum = Self.sum(of: chunk.type)
    sum.update(prefix)
    var rest = chunk.byteCount - prefix.count
    let isRead = try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.blockBytes) {
      block in
      while rest > 0 {
        let part = try reader.read(min(rest, block.count), into: block.baseAddress!)
        if part == 0 { return false }
        sum.update(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(block)[..<part]))
        rest -= part
      }
      return true
    }
    guard isRead, let stored = try reader.read(4) else { return (prefix, false) }
    return (prefix, sum.value == stored.bigEndianWord32(at: 0))
  }

  private static func sum(of type: PNGChunkType) -> CRC32 {
    withUnsafeBytes(of: type.code.bigEndian) { CRC32(Array($0)) }
  }
}
