internal import CZlib
internal import OutputFiles

extension ZipArchive {
  /// The number of compressed bytes that are read at a time.
  private static let chunkLength = 1 << 16

  /// The bytes of one file, verified by its checksum.
  ///
  /// - Throws: ``ZipError/damagedEntry(entry:detail:)`` and
  ///   ``ReadingError/system(operation:errno:)``.
  /// - Complexity: O(n) in its bytes; memory for them and 64 KiB.
  func contents(of entry: ZipEntry) throws -> [UInt8] {
    func damaged(_ detail: String) -> ZipError {
      .damagedEntry(entry: entry.title, detail: detail)
    }
    let bytes: [UInt8]
    switch entry.method {
    case .stored:
      guard let stored = try source.span(at: entry.dataOffset, count: entry.count) else {
        throw damaged("it is cut off")
      }
      bytes = stored
    case .deflated:
      bytes = try inflated(entry, damaged)
    }
    guard CRC32(bytes).value == entry.checksum || bytes.isEmpty else {
      throw damaged("its checksum is wrong")
    }
    return bytes
  }

  /// Wraps `inflate`, chunk by chunk, into exactly as many bytes as the entry has.
  private func inflated(_ entry: ZipEntry, _ damaged: (String) -> ZipError) throws -> [UInt8] {
    // zlib stores the stream's address, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard czlib_inflate_init_raw(stream) == Z_OK else { throw damaged("inflating cannot start") }
    defer { inflateEnd(stream) }
    // One more byte than announced, to detect surplus output.
    return try [UInt8](unsafeUninitializedCapacity: entry.count + 1) { output, filled in
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      var consumed = 0
      var status = Z_OK
      while status != Z_STREAM_END, consumed < entry.compressedCount {
        let length = min(Self.chunkLength, entry.compressedCount - consumed)
        let offset = entry.dataOffset + Int64(consumed)
        guard var chunk = try source.span(at: offset, count: length) else {
          throw damaged("it is cut off")
        }
        status = chunk.withUnsafeMutableBufferPointer { input in
          stream.pointee.next_in = input.baseAddress
          stream.pointee.avail_in = UInt32(input.count)
          return inflate(stream, Z_NO_FLUSH)
        }
        let unread = Int(stream.pointee.avail_in)
        consumed += length - unread
        guard status == Z_OK || status == Z_STREAM_END, status == Z_STREAM_END || unread == 0 else {
          throw damaged("it cannot be inflated")
        }
      }
      let written = output.count - Int(stream.pointee.avail_out)
      guard status == Z_STREAM_END, consumed == entry.compressedCount, written == entry.count else {
        throw damaged("its size is not what its header says")
      }
      filled = written
    }
  }
}
