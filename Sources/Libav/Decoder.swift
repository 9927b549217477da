internal import CFFmpeg

/// Owner of an opened video decoder: packets go in, pictures come out.
package struct Decoder: ~Copyable {
  private let codec: CodecContext
  private var name: String { codec.name }

  init(
    parameters: UnsafeMutablePointer<AVCodecParameters>, name: String?, threads: Int = 1,
    timebase: AVRational? = nil
  ) throws(LibavError) {
    try FFmpegLibrary.avcodec.open()
    let wanted = name ?? parameters.codec_id.name
    let found =
      name.map { avcodec_find_decoder_by_name($0) }
      ?? avcodec_find_decoder(parameters.codec_id)
    guard let found else {
      throw LibavError(
        operation: "find the decoder \(wanted)", code: CFFMPEG_ERROR_DECODER_NOT_FOUND)
    }
    let codec = try CodecContext(found)
    let context = codec.pointer
    try check("set up the decoder \(wanted)") {
      avcodec_parameters_to_context(context, parameters)
    }
    context.thread_count = Int32(threads)
    // Without this flag, H.264 and HEVC keep columns that should be cropped at the left, for speed.
    context.flags |= AV_CODEC_FLAG_UNALIGNED
    // If samples at the start are dropped, the times of the rest depend on their number.
    if let timebase { context.pkt_timebase = timebase }
    try check("open the decoder \(wanted)") { avcodec_open2(context, found, nil) }
    self.codec = codec
  }

  /// Opens a decoder for data without a container, in which each packet is one picture.
  ///
  /// - Parameters:
  ///   - names: FFmpeg's names of suitable decoders; the first available one is used.
  ///   - maxPixels: larger pictures are refused before memory is allocated for them.
  ///   - threads: the number of threads per picture; no picture waits for the next packet.
  package init(anyOf names: [String], maxPixels: Int, threads: Int) throws(LibavError) {
    try FFmpegLibrary.avcodec.open()
    guard let found = names.lazy.compactMap({ avcodec_find_decoder_by_name($0) }).first else {
      throw LibavError(
        operation: "find a decoder among \(names.joined(separator: ", "))",
        code: CFFMPEG_ERROR_DECODER_NOT_FOUND)
    }
    let codec = try CodecContext(found)
    let context = codec.pointer
    context.thread_count = Int32(threads)
    context.max_pixels = Int64(maxPixels)
    context.flags |= AV_CODEC_FLAG_LOW_DELAY
    try check("open the decoder \(codec.name)") { avcodec_open2(context, found, nil) }
    self.codec = codec
  }

  /// Sends the next packet. Wraps `avcodec_send_packet`. All pictures must have been received
  /// before.
  ///
  /// - Parameter leavingOut: whether the decoder may skip pictures of the packet that no other
  ///   picture references. All other pictures stay the same.
  package func send(
    _ packet: borrowing Packet, leavingOutUnreferenced leavingOut: Bool = false
  ) throws(LibavError) {
    let context = codec.pointer
    context.skip_frame = leavingOut ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    try check("decode with \(name)") { avcodec_send_packet(context, packet.pointer) }
  }

  /// Signals the end of the packets. Wraps `avcodec_send_packet` with nil.
  package func sendEnd() throws(LibavError) {
    let context = codec.pointer
    try check("decode with \(name)") { avcodec_send_packet(context, nil) }
  }

  /// Drops all sent packets, to continue elsewhere. Wraps `avcodec_flush_buffers`.
  package func flush() { avcodec_flush_buffers(codec.pointer) }

  /// The possible results of ``receive(into:)``.
  package enum Outcome: Sendable, Hashable {
    case picture
    /// Send another packet first.
    case needsInput
    /// All pictures have been received.
    case end
  }

  /// Receives the next picture. Wraps `avcodec_receive_frame`.
  package func receive(into picture: Picture) throws(LibavError) -> Outcome {
    LogTap.clear()
    let code = avcodec_receive_frame(codec.pointer, picture.pointer)
    switch code {
    case 0...: return .picture
    case CFFMPEG_ERROR_EAGAIN: return .needsInput
    case CFFMPEG_ERROR_EOF: return .end
    default:
      throw LibavError(operation: "decode with \(name)", code: code, logLine: LogTap.take())
    }
  }
}
