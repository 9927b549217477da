/// Reads a ``ByteSource`` in order through a buffer of 128 KiB.
///
/// "No more bytes" is an outcome (`nil`, or a short count), not an error.
final class ByteReader {
  private static let capacity = 128 << 10

  let source: ByteSource
  /// Nil before the first byte is requested, and after ``dropBuffer()``.
  private var buffer: UnsafeMutablePointer<UInt8>?
  private let capacity: Int
  /// The buffer's offset in the source.
  private var bufferOffset: Int64 = 0
  /// The unread bytes of the buffer.
  private var cursor = 0
  private var end = 0

  init(_ source: ByteSource) {
    self.source = source
    capacity = Int(min(Int64(Self.capacity), max(source.byteCount, 1)))
  }

  deinit { buffer?.deallocate() }

  /// Frees the buffer's memory; the next byte is read again.
  func dropBuffer() {
    buffer?.deallocate()
    buffer = nil
    bufferOffset = position
    cursor = 0
    end = 0
  }

  /// The offset of the next byte.
  var position: Int64 { bufferOffset + Int64(cursor) }

  /// Moves to any offset; free if it is still in the buffer.
  func seek(to offset: Int64) {
    if offset >= bufferOffset, offset <= bufferOffset + Int64(end) {
      cursor = Int(offset - bufferOffset)
    } else {
      bufferOffset = offset
      cursor = 0
      end = 0
    }
  }

  /// The next byte, or nil at the end.
  @inline(__always)
  func readByte() throws -> UInt8? {
    if cursor == end, try !refill() { return nil }
    defer { cursor &+= 1 }
    // There are bytes, so there is a buffer.
    return buffer.unsafelyUnwrapped[cursor]
  }

  /// Copies the next bytes; fewer than `count` only at the end.
  ///
  /// - Returns: how many.
  func read(_ count: Int, into destination: UnsafeMutablePointer<UInt8>) throws -> Int {
    var done = 0
    while done < count {
      if cursor == end, try !refill() { break }
      let part = min(count - done, end - cursor)
      (destination + done).update(from: buffer.unsafelyUnwrapped + cursor, count: part)
      cursor += part
      done += part
    }
    return done
  }

  /// The next `count` bytes, or nil if there are fewer, which are consumed then.
  func read(_ count: Int) throws -> [UInt8]? {
    if count == 0 { return [] }
    var isWhole = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try read(count, into: space.baseAddress!)
      isWhole = filled == count
    }
    return isWhole ? bytes : nil
  }

  /// Skips bytes.
  ///
  /// - Returns: the number of skipped bytes, at most `count`.
  func skip(_ count: Int) throws -> Int {
    if count <= end - cursor {
      cursor += count
      return count
    }
    let available = max(source.byteCount - position, 0)
    let skipped = Int(min(Int64(count), available))
    seek(to: position + Int64(skipped))
    return skipped
  }

  private func refill() throws -> Bool {
    bufferOffset += Int64(end)
    cursor = 0
    end = 0
    let buffer = buffer ?? .allocate(capacity: capacity)
    self.buffer = buffer
    end = try source.read(
      at: bufferOffset, into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
    return end > 0
  }
}
