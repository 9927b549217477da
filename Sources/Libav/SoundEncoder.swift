internal import CFFmpeg

/// Owner of an opened encoder of sound.
struct SoundEncoder: ~Copyable {
  /// Bits per second and channel, at which the result is hard to tell from the original.
  private static let bitRateOfChannel = 64_000

  private let codec: CodecContext
  private let channels: Int
  /// Samples per channel in a frame.
  let frameSamples: Int

  /// Wraps `avcodec_open2`.
  ///
  /// - Parameter name: FFmpeg's name: `aac` or `libopus`.
  init(_ name: String, rate: Int, channels: Int, usesGlobalHeader: Bool) throws(LibavError) {
    try FFmpegLibrary.avcodec.open()
    guard let found = avcodec_find_encoder_by_name(name) else {
      throw LibavError(operation: "find the encoder \(name)", code: CFFMPEG_ERROR_ENCODER_NOT_FOUND)
    }
    let codec = try CodecContext(found)
    let context = codec.pointer
    context.sample_fmt = name == "libopus" ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
    context.sample_rate = Int32(rate)
    av_channel_layout_default(&context.ch_layout, Int32(channels))
    context.bit_rate = Int64(Self.bitRateOfChannel * channels)
    context.time_base = AVRational(num: 1, den: Int32(rate))
    context.thread_count = 1
    context.flags |= AV_CODEC_FLAG_BITEXACT
    if usesGlobalHeader { context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    try check("open the encoder \(name)") { avcodec_open2(context, found, nil) }
    self.codec = codec
    self.channels = channels
    frameSamples = Int(context.frame_size)
  }

  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
    let context = codec.pointer
    try check("describe the sound") {
      avcodec_parameters_from_context(stream.codecpar, context)
    }
  }

  /// Sends the samples of a frame. Wraps `avcodec_send_frame`.
  ///
  /// - Parameters:
  ///   - samples: interleaved; fewer than a frame's only at the end.
  ///   - time: the time of the first sample, in samples.
  func send(_ samples: ArraySlice<Float>, at time: Int64) throws(LibavError) {
    let frame = try Picture()
    let (context, channels) = (codec.pointer, channels)
    let count = samples.count / channels
    frame.pointer.nb_samples = Int32(count)
    frame.pointer.format = context.sample_fmt.rawValue
    frame.pointer.sample_rate = context.sample_rate
    frame.pointer.pts = time
    try check("describe the sound") {
      av_channel_layout_copy(&frame.pointer.ch_layout, &context.ch_layout)
    }
    try check("allocate a frame of sound") { av_frame_get_buffer(frame.pointer, 0) }
    let isPlanar = context.sample_fmt == AV_SAMPLE_FMT_FLTP
    samples.withUnsafeBufferPointer { samples in
      for plane in 0..<(isPlanar ? channels : 1) {
        let bytes = UnsafeMutableRawPointer(frame.pointer.extended_data[plane]!)
        let target = bytes.assumingMemoryBound(to: Float.self)
        if isPlanar {
          for index in 0..<count { target[index] = samples[index * channels + plane] }
        } else {
          target.update(from: samples.baseAddress!, count: samples.count)
        }
      }
    }
    try check("encode the sound") { avcodec_send_frame(context, frame.pointer) }
  }

  /// Signals the end of the samples.
  func sendEnd() throws(LibavError) {
    let context = codec.pointer
    try check("encode the sound") { avcodec_send_frame(context, nil) }
  }

  /// Receives the next packet. Wraps `avcodec_receive_packet`.
  func receive(into packet: borrowing Packet) throws(LibavError) -> Encoder.Outcome {
    LogTap.clear()
    let code = avcodec_receive_packet(codec.pointer, packet.pointer)
    switch code {
    case 0...: return .packet
    case CFFMPEG_ERROR_EAGAIN: return .needsInput
    case CFFMPEG_ERROR_EOF: return .end
    default:
      throw LibavError(operation: "encode the sound", code: code, logLine: LogTap.take())
    }
  }
}
