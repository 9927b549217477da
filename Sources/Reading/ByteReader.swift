/// Reads a ``ByteSource`` in order through a buffer of 128 KiB.
///
/// "No more bytes" is an outcome (`nil`, or a short count), not an error.
final class ByteReader {
  private static let capacity = 128 << 10

  let source: ByteSource
  /// Nil until the first byte is asked for, and after ``dropBuffer()``.
  private var buffer: UnsafeMutablePointer<UInt8>?
  private let capacity: Int
  /// Where in the source the buffer starts.
  private var bufferOffset: Int64 = 0
  /// The bytes of the buffer that are not read yet.
  private var cursor = 0
  private var end = 0

  init(_ source: ByteSource) {
    self.source = source
    capacity = Int(min(Int64(Self.capacity), max(source.byteCount, 1)))
  }

  deinit { buffer?.deallocate() }

  /// Gives the memory of the buffer back; the next byte is read anew.
  func dropBuffer() {
    buffer?.deallocate()
    buffer = nil
    bufferOffset = position
    cursor = 0
    end = 0
  }

  /// The offset of the next byte.
  var position: Int64 { bufferOffset + Int64(cursor) }

  /// Goes to any offset; costs nothing when it is still in the buffer.
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

  /// The next `count` bytes, or nil when there are fewer; they are used up then, too.
  func read(_ count: Int) throws -> [UInt8]? {
    if count == 0 { return [] }
    var isWhole = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try read(count, into: space.baseAddress!)
      isWhole = filled == count
    }
    return isWhole ? bytes : nil
  }

  /// Passes over bytes without looking at them.
  ///
  /// - Returns: how many there were, at most `count`.
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
