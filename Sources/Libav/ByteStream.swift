internal import CFFmpeg

/// Bytes that FFmpeg reads through a function of the caller instead of opening a file, so that a
/// demuxer can reach nothing else.
///
/// Wraps `AVIOContext`. Used by one thread at a time.
package final class ByteStream {
  /// Copies bytes from an offset into the buffer and returns their number, 0 at the end.
  package typealias Reader =
    (_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// The last error of the reader. FFmpeg treats it as the end of the file or as damage, so callers
  /// check here.
  package private(set) var failure: (any Error)?

  private let byteCount: Int64
  private let read: Reader
  private var offset: Int64 = 0
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  package init(byteCount: Int64, read: @escaping Reader) throws(LibavError) {
    self.byteCount = byteCount
    self.read = read
    context = try IOContext.make { buffer, bytes in
      avio_alloc_context(
        buffer, bytes, 0, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, buffer, count in ByteStream.from(opaque).fill(buffer, count) },
        nil,
        { opaque, offset, origin in ByteStream.from(opaque).seek(offset, origin) })
    }
  }

  deinit { IOContext.free(&context) }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> ByteStream {
    Unmanaged<ByteStream>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func fill(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let buffer, count > 0 else { return CFFMPEG_ERROR_EINVAL }
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    let done: Int
    do { done = try read(offset, target) } catch {
      failure = error
      return CFFMPEG_ERROR_EIO
    }
    offset += Int64(done)
    return done == 0 ? CFFMPEG_ERROR_EOF : Int32(done)
  }

  private func seek(_ position: Int64, _ origin: Int32) -> Int64 {
    switch origin & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return byteCount
    case SEEK_SET: offset = position
    case SEEK_CUR: offset = offset &+ position
    case SEEK_END: offset = byteCount &+ position
    default: return Int64(CFFMPEG_ERROR_EINVAL)
    }
    guard offset >= 0 else {
      offset = 0
      return Int64(CFFMPEG_ERROR_EINVAL)
    }
    return offset
  }
}
