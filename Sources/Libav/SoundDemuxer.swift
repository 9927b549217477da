internal import CFFmpeg

/// Owner of a foreign file that hands out the packets of its sound: of the stream that players play,
/// which is the default one, or the one with most channels.
package final class SoundDemuxer {
  private let stream: ByteStream
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let index: Int?

  /// Opens the file as ``ClipDemuxer`` does.
  package init(
    _ stream: ByteStream, format: String, decoders: [String]
  ) throws(LibavError) {
    self.stream = stream
    context = try ClipDemuxer.open(stream, format: format, decoders: decoders)
    let found = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    index = found >= 0 ? Int(found) : nil
    for other in 0..<Int(context!.pointee.nb_streams) where other != index {
      context!.pointee.streams[other]!.pointee.discard = AVDISCARD_ALL
    }
  }

  deinit { avformat_close_input(&context) }

  var sound: UnsafeMutablePointer<AVStream> { context!.pointee.streams[index!]! }

  /// Nil without sound, and for sound that no allowed decoder takes.
  package var facts: SoundInput.Facts? {
    guard index != nil else { return nil }
    let parameters = sound.pointee.codecpar!
    let (rate, channels) = (
      parameters.pointee.sample_rate, parameters.pointee.ch_layout.nb_channels
    )
    guard rate > 0, channels > 0 else { return nil }
    let start = sound.pointee.start_time
    return SoundInput.Facts(
      codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)), rate: Int(rate),
      channels: Int(channels), hasHeader: parameters.pointee.extradata_size > 0,
      start: start == CFFMPEG_NOPTS_VALUE ? nil : start,
      timebase: Rational(sound.pointee.time_base),
      streams: (0..<Int(context!.pointee.nb_streams)).count {
        context!.pointee.streams[$0]!.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      })
  }

  /// Takes the next packet of the sound. Wraps `av_read_frame`.
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
      parameters: sound.pointee.codecpar, name: nil, timebase: sound.pointee.time_base)
  }
}
