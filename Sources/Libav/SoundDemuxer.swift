internal import CFFmpeg

/// Owns a foreign file and returns the packets of its sound: of the stream that players play, which
/// is the default stream, or the one with the most channels.
package final class SoundDemuxer {
  private let stream: ByteStream
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let index: Int

  /// Opens the file in the same way as ``ClipDemuxer``.
  package init(
    _ stream: ByteStream, format: String, decoders: [String]
  ) throws(LibavError) {
    self.stream = stream
    context = try ClipDemuxer.open(
      stream, format: format, decoders: decoders, mayTrustHeaders: false
    ).0
    var opened = context
    do {
      index = Int(
        try check("find a stream of sound") {
          av_find_best_stream(opened, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        })
    } catch {
      avformat_close_input(&opened)
      throw error
    }
    for other in 0..<Int(context!.nb_streams) where other != index {
      context!.streams[other]!.discard = AVDISCARD_ALL
    }
  }

  deinit { avformat_close_input(&context) }

  var sound: UnsafeMutablePointer<AVStream> { context!.streams[index]! }

  /// Reads the next packet of the sound. Wraps `av_read_frame`.
  ///
  /// - Returns: false at the end of the file, and where damage ends it.
  func read(into packet: borrowing Packet) throws(LibavError) -> Bool {
    while true {
      let code = av_read_frame(context, packet.pointer)
      if code < 0 {
        guard let failure = stream.failure else { return false }
        throw LibavError(
          operation: "read the sound", code: CFFMPEG_ERROR_EIO, logLine: "\(failure)")
      }
      if packet.streamIndex == index { return true }
      packet.clear()
    }
  }

  func makeDecoder() throws(LibavError) -> Decoder {
    try Decoder(
      parameters: sound.codecpar, name: nil, timebase: sound.time_base)
  }
}
