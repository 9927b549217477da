internal import CFFmpeg

/// Owner of a foreign video file that hands out the packets of its best video stream.
///
/// The container is named by the caller, decoders are limited to a list, and the bytes come through
/// a ``ByteStream``: nothing else can be opened, whatever the file says.
package final class ClipDemuxer {
  private let stream: ByteStream
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let index: Int
  private var video: UnsafeMutablePointer<AVStream> { context!.pointee.streams[index]! }

  /// Opens the file and looks at as many packets as it takes to know the codec. Wraps
  /// `avformat_open_input` and `avformat_find_stream_info`.
  ///
  /// - Parameters:
  ///   - format: FFmpeg's name of the demuxer.
  ///   - decoders: FFmpeg's names of the decoders that may run.
  package init(
    _ stream: ByteStream, format: String, decoders: [String]
  ) throws(LibavError) {
    self.stream = stream
    var opened = try Self.open(stream, format: format, decoders: decoders)
    context = opened
    do {
      index = Int(
        try check("find a video stream") {
          av_find_best_stream(opened, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        })
    } catch {
      avformat_close_input(&opened)
      throw error
    }
    for other in 0..<Int(opened!.pointee.nb_streams) where other != index {
      opened!.pointee.streams[other]!.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Opens a file whose bytes come through a stream, and looks at its packets; to be closed by the
  /// caller.
  static func open(
    _ stream: ByteStream, format: String, decoders: [String]
  ) throws(LibavError) -> UnsafeMutablePointer<AVFormatContext>? {
    try FFmpegLibrary.avformat.open()
    guard let input = av_find_input_format(format) else {
      throw LibavError(
        operation: "find the \(format) demuxer", code: CFFMPEG_ERROR_INVALIDDATA,
        logLine: "this FFmpeg has none")
    }
    var opened =
      try checkObject("allocate a demuxer", of: .avformat) { avformat_alloc_context() }
      as UnsafeMutablePointer<AVFormatContext>?
    opened!.pointee.pb = stream.context
    opened!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    var options = try OptionDictionary([
      ("protocol_whitelist", "none"), ("format_whitelist", String(cString: input.pointee.name)),
      ("codec_whitelist", decoders.joined(separator: ",")),
    ])
    // On failure avformat_open_input frees the context.
    try check("open the file as \(format)") {
      options.withPointer { avformat_open_input(&opened, nil, input, $0) }
    }
    do {
      try check("find out what is in the file") { avformat_find_stream_info(opened, nil) }
    } catch {
      avformat_close_input(&opened)
      throw error
    }
    return opened
  }

  deinit { avformat_close_input(&context) }

  /// What the file says about its video.
  package struct Facts: Hashable, Sendable {
    /// FFmpeg's name of the codec.
    package var codec: String
    /// Stored pixels.
    package var width: Int
    package var height: Int
    /// How wide a stored pixel is, over how high; 1/1 when unknown.
    package var pixelAspect: Rational
    /// Quarter turns clockwise that show the picture upright, 0...3; nil for a skewed display
    /// matrix.
    package var quarterTurns: Int?
    /// Whether the picture is mirrored left to right before it is turned.
    package var isMirrored: Bool
    package var color: ColorTags.Names
    /// FFmpeg's name of the pixels' layout; empty when unknown.
    package var pixelFormat: String
    package var hasAlphaFormat: Bool
    /// Whether the stream is marked as carrying alpha beside its colours.
    package var declaresAlpha: Bool
    package var isRGB: Bool
    package var timebase: Rational
    /// How long the stream shows, in ticks of ``timebase``; nil when it does not say.
    package var duration: Int64?
    /// When a file with nothing but this stream ends, in ticks of ``timebase``; nil when it does not
    /// say or has other streams.
    package var fileEnd: Int64?
    /// How many frames the container says that there are; nil when it does not.
    package var declaredFrames: Int?
    /// Frames per second on average; 0/1 when unknown.
    package var averageRate: Rational
    /// Streams of sound.
    package var audioStreams: Int
  }

  package var facts: Facts {
    let parameters = video.pointee.codecpar!
    let format = AVPixelFormat(parameters.pointee.format)
    let descriptor = av_pix_fmt_desc_get(format)
    let alpha = av_dict_get(video.pointee.metadata, "alpha_mode", nil, 0)
    let aspect = av_guess_sample_aspect_ratio(context, video, nil)
    let orientation = orientation
    return Facts(
      codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
      width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
      pixelAspect: aspect.num > 0 && aspect.den > 0 ? Rational(aspect) : Rational(1, 1),
      quarterTurns: orientation?.turns, isMirrored: orientation?.isMirrored ?? false,
      color: ColorTags.names(of: parameters),
      pixelFormat: av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "",
      hasAlphaFormat: descriptor.map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }
        ?? false,
      declaresAlpha: alpha.map { String(cString: $0.pointee.value) == "1" } ?? false,
      isRGB: descriptor.map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 } ?? false,
      timebase: Rational(video.pointee.time_base),
      duration: video.pointee.duration > 0 ? video.pointee.duration : nil,
      fileEnd: fileEnd,
      declaredFrames: video.pointee.nb_frames > 0 ? Int(video.pointee.nb_frames) : nil,
      averageRate: Rational(video.pointee.avg_frame_rate),
      audioStreams: (0..<Int(context!.pointee.nb_streams)).count {
        context!.pointee.streams[$0]!.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      })
  }

  /// What the byte stream's reader threw; whatever FFmpeg answered then is not so.
  package var readingFailure: (any Error)? { stream.failure }

  /// How many packets the container's index has listed until now. Wraps
  /// `avformat_index_get_entries_count`.
  package var listedPackets: Int { Int(avformat_index_get_entries_count(video)) }

  private var fileEnd: Int64? {
    let duration = context!.pointee.duration
    guard duration > 0, context!.pointee.nb_streams == 1 else { return nil }
    return av_rescale_q(
      duration, AVRational(num: 1, den: Int32(CFFMPEG_TIME_BASE)), video.pointee.time_base)
  }

  /// Takes the next packet of the video. Wraps `av_read_frame`.
  ///
  /// - Returns: false at the end of the file, and where damage ends it.
  package func read(into packet: borrowing Packet) throws(LibavError) -> Bool {
    while true {
      LogTap.clear()
      let code = av_read_frame(context, packet.pointer)
      if code == CFFMPEG_ERROR_EOF { return false }
      guard code >= 0 else {
        throw LibavError(operation: "read the file", code: code, logLine: LogTap.take())
      }
      if packet.streamIndex == index { return true }
      packet.clear()
    }
  }

  /// Goes to the last key frame at or before a time in ticks. Wraps `av_seek_frame`.
  package func seek(to time: Int64) throws(LibavError) {
    try check("seek") { av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) }
  }

  /// Opens a decoder for the video.
  ///
  /// - Parameter name: FFmpeg's name of the decoder; nil for its usual one for the codec.
  package func makeDecoder(named name: String?, threads: Int) throws(LibavError) -> Decoder {
    try Decoder(parameters: video.pointee.codecpar, name: name, threads: threads)
  }

  /// The display matrix as mirroring and quarter turns; nil when it is neither.
  private var orientation: (turns: Int, isMirrored: Bool)? {
    guard let matrix = cffmpeg_display_matrix(video) else { return (0, false) }
    // Rows of (a b u) (c d v): x' = a x + c y, y' = b x + d y, y downward.
    let unit = Double(1 << 16)
    let (a, b) = (Double(matrix[0]) / unit, Double(matrix[1]) / unit)
    let (c, d) = (Double(matrix[3]) / unit, Double(matrix[4]) / unit)
    let isMirrored = a * d - b * c < 0
    // Undo the mirroring of x to see the turn alone.
    let (p, q) = isMirrored ? (-a, -b) : (a, b)
    for (turns, direction) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].enumerated()
    where abs(p - direction.0) < 0.01 && abs(q - direction.1) < 0.01 {
      return (turns, isMirrored)
    }
    return nil
  }
}
