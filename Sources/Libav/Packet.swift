internal import CFFmpeg

/// Owner of an `AVPacket`: the compressed form of one frame, with its times.
package struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet, for an encoder or a demuxer to fill. Wraps `av_packet_alloc`.
  package init() throws(LibavError) {
    pointer = try checkObject("allocate a packet", of: .avcodec) { av_packet_alloc() }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = self.pointer
    av_packet_free(&pointer)
  }

  /// Presentation time in ticks of the stream's time base; nil if unknown.
  package var presentationTime: Int64? {
    let pts = pointer.pointee.pts
    return pts == CFFMPEG_NOPTS_VALUE ? nil : pts
  }

  /// Decoding time in ticks of the stream's time base; nil if unknown.
  package var decodingTime: Int64? {
    let dts = pointer.pointee.dts
    return dts == CFFMPEG_NOPTS_VALUE ? nil : dts
  }

  /// Duration in ticks of the stream's time base; 0 if unknown.
  package var duration: Int64 { pointer.pointee.duration }
  package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether an edit list or similar hides it.
  package var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  /// Whether it is truncated or damaged.
  package var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Whether it is encrypted. Wraps `av_packet_get_side_data`.
  package var isEncrypted: Bool {
    av_packet_get_side_data(pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }
  /// Its offset in the file; nil if the demuxer does not report it.
  package var position: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }
  package var byteCount: Int { Int(pointer.pointee.size) }
  package var streamIndex: Int { Int(pointer.pointee.stream_index) }

  /// Sets presentation and decoding time.
  package func setTimes(start: Int64, decoding: Int64, duration: Int64) {
    pointer.pointee.pts = start
    pointer.pointee.dts = decoding
    pointer.pointee.duration = duration
  }

  /// The compressed bytes, valid inside `body`.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount))
  }

  /// Data next to the compressed colour: for VP8 and VP9 the compressed alpha, as Matroska's
  /// BlockAdditional. Empty if there is none.
  package func withBlockAdditional<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    var size = 0
    let data = av_packet_get_side_data(pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size)
    return try body(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size))
  }

  /// Fills the packet with these bytes, the inverse of ``withBytes(_:)`` and
  /// ``withBlockAdditional(_:)``. Wraps `av_new_packet`.
  package func fill(
    bytes: UnsafeRawBufferPointer, blockAdditional: UnsafeRawBufferPointer, isKey: Bool
  ) throws(LibavError) {
    av_packet_unref(pointer)
    guard let count = Int32(exactly: bytes.count) else {
      throw LibavError(operation: "allocate a packet", code: CFFMPEG_ERROR_EINVAL)
    }
    try check("allocate a packet") { av_new_packet(pointer, count) }
    UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: bytes.count)
      .copyMemory(from: bytes)
    pointer.pointee.flags = isKey ? AV_PKT_FLAG_KEY : 0
    guard !blockAdditional.isEmpty else { return }
    try makeBlockAdditional(bytes: blockAdditional.count).copyMemory(from: blockAdditional)
  }

  /// Attaches compressed alpha to the compressed colour.
  ///
  /// - Parameter alpha: a frame of a VP8 or VP9 stream. ``withBlockAdditional(_:)`` returns it
  ///   after 8 bytes with its number, 1, which identifies additions in Matroska (RFC 9559).
  package func attach(alpha: [UInt8]) throws(LibavError) {
    let number: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    try makeBlockAdditional(bytes: number.count + alpha.count).copyBytes(from: number + alpha)
  }

  private func makeBlockAdditional(
    bytes count: Int
  ) throws(LibavError) -> UnsafeMutableRawBufferPointer {
    let data = try checkObject("allocate a packet", of: .avcodec) {
      av_packet_new_side_data(pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, count)
    }
    return UnsafeMutableRawBufferPointer(start: data, count: count)
  }

  /// Takes the contents of another packet and leaves it empty. Wraps `av_packet_move_ref`.
  package func take(_ other: borrowing Packet) {
    av_packet_unref(pointer)
    av_packet_move_ref(pointer, other.pointer)
  }

  /// Releases the contents. Wraps `av_packet_unref`.
  package func clear() { av_packet_unref(pointer) }
}
