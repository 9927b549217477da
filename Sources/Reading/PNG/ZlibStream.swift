internal import CZlib

/// Compressed data inside PNG chunks: a whole zlib stream.
enum ZlibStream {
  private static let blockBytes = 16 << 10

  /// Inflates a stream. Wraps `inflate`.
  ///
  /// - Returns: nil if it is damaged, incomplete, or larger than `limit` bytes.
  /// - Complexity: takes at most `limit` bytes of memory, and a block.
  static func inflate(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    // zlib stores the stream's address, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard czlib_inflate_init(stream) == Z_OK else { return nil }
    defer { inflateEnd(stream) }
    var input = Array(bytes)
    var output: [UInt8] = []
    return input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      while true {
        var status = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: blockBytes) { block, filled in
          stream.pointee.next_out = block.baseAddress
          stream.pointee.avail_out = UInt32(block.count)
          status = CZlib.inflate(stream, Z_NO_FLUSH)
          filled = block.count - Int(stream.pointee.avail_out)
        }
        if output.count > limit { return nil }
        if status == Z_STREAM_END { return output }
        // Without input or output, there is no further progress.
        guard status == Z_OK, stream.pointee.avail_out == 0 else { return nil }
      }
    }
  }

  /// Inflates the start of a stream. Wraps `inflate`.
  ///
  /// - Returns: at most `count` bytes; fewer if the stream is damaged or ends early.
  /// - Complexity: takes `count` bytes of memory.
  static func inflateStart(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard count > 0, czlib_inflate_init(stream) == Z_OK else { return [] }
    defer { inflateEnd(stream) }
    var input = Array(bytes)
    return input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(clamping: input.count)
      return [UInt8](unsafeUninitializedCapacity: count) { output, filled in
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(clamping: output.count)
        _ = CZlib.inflate(stream, Z_SYNC_FLUSH)
        filled = min(output.count, Int(UInt32(clamping: output.count) - stream.pointee.avail_out))
      }
    }
  }
}
