internal import CLibrary
internal import CZlib
internal import Stages

/// Reads the data of a cel or a tileset, from its first byte and never more than requested: memory
/// does not depend on the decompressed size.
///
/// Wraps zlib's `inflate`.
final class AsepriteSamples {
  private static let blockBytes = 16 << 10

  private let reader: ByteReader
  /// The offset of the next byte of the file.
  private var offset: Int64
  /// Bytes of the file that zlib has not received yet.
  private var left: Int
  /// Nil for uncompressed bytes.
  private let stream: UnsafeMutablePointer<z_stream>?
  private let block: UnsafeMutablePointer<UInt8>?
  private var hasEnded = false
  /// The stream's error, apart from being too short.
  private(set) var fault: String?

  /// - Throws: ``ReadingError/system(operation:errno:)`` without memory.
  init(_ stored: AsepriteStored, _ reader: ByteReader) throws {
    self.reader = reader
    offset = stored.offset
    left = stored.byteCount
    guard stored.isCompressed else {
      stream = nil
      block = nil
      return
    }
    // zlib stores the stream's address, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.stream = stream
    block = .allocate(capacity: Self.blockBytes)
    guard czlib_inflate_init(stream) == Z_OK else {
      throw ReadingError.system(operation: "inflating", errno: ENOMEM)
    }
  }

  deinit {
    if let stream {
      inflateEnd(stream)
      stream.deallocate()
    }
    block?.deallocate()
  }

  /// - Returns: the number of bytes read; fewer than requested only at the end of the data.
  func read(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws -> Int {
    guard let stream else { return try readStored(count, into: target) }
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(count)
    while stream.pointee.avail_out > 0, !hasEnded { try inflateMore() }
    return count - Int(stream.pointee.avail_out)
  }

  /// Checks the data after the last requested byte: the end of the stream and its checksum.
  func finish() throws {
    var surplus: UInt8 = 0
    if stream != nil, !hasEnded { _ = try read(1, into: &surplus) }
  }

  private func readStored(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws -> Int {
    reader.seek(to: offset)
    let done = try reader.read(min(count, left), into: target)
    offset += Int64(done)
    left -= done
    return done
  }

  private func inflateMore() throws {
    guard let stream, let block else { return }
    if stream.pointee.avail_in == 0, left > 0 {
      let count = try readStored(Self.blockBytes, into: block)
      if count == 0 { left = 0 }
      stream.pointee.next_in = block
      stream.pointee.avail_in = UInt32(count)
    }
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_OK: break
    case Z_STREAM_END: hasEnded = true
    case Z_BUF_ERROR where left > 0: break
    case Z_BUF_ERROR: hasEnded = true
    default:
      hasEnded = true
      fault = stream.pointee.msg.map { String(cString: $0) } ?? "it cannot be inflated"
    }
  }
}
