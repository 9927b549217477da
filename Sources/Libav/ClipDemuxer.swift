internal import CFFmpeg

/// Owner of a foreign video file that hands out the packets of one of its video streams.
///
/// The container is named by the caller, decoders are limited to a list, and the bytes come through
/// a ``ByteStream``: nothing else can be opened, whatever the file says.
package final class ClipDemuxer {
  private let stream: ByteStream
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let index: Int
  /// The streams of moving pictures.
  private let videos: [Int]
  private var video: UnsafeMutablePointer<AVStream> { context!.pointee.streams[index]! }

  /// Whether all that is known of the video comes from the headers, without a look at packets.
  package let trustsHeaders: Bool

  /// Opens the file and looks at as many packets as it takes to know the codec. Wraps
  /// `avformat_open_input` and `avformat_find_stream_info`.
  ///
  /// - Parameters:
  ///   - format: FFmpeg's name of the demuxer.
  ///   - decoders: FFmpeg's names of the decoders that may run.
  ///   - number: of the video among those of the file, from 0; nil for the one that players show.
  ///   - mayTrustHeaders: whether headers that say all are enough.
  /// - Throws: also when there is no such video.
  package init(
    _ stream: ByteStream, format: String, decoders: [String], video number: Int? = nil,
    mayTrustHeaders: Bool = true
  ) throws(LibavError) {
    self.stream = stream
    var (opened, trustsHeaders) = try Self.open(
      stream, format: format, decoders: decoders, mayTrustHeaders: mayTrustHeaders)
    self.trustsHeaders = trustsHeaders
    context = opened
    let videos = Self.videos(opened!)
    let found: Int?
    if let number {
      found = videos.indices.contains(number) ? number : nil
    } else {
      found = Self.shown(opened!, videos)
    }
    guard let found else {
      avformat_close_input(&opened)
      throw LibavError(
        operation: "find a video stream", code: CFFMPEG_ERROR_INVALIDDATA,
        logLine: "the file has none")
    }
    self.videos = videos
    index = videos[found]
    for other in 0..<Int(opened!.pointee.nb_streams) where other != index {
      opened!.pointee.streams[other]!.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Opens a file whose bytes come through a stream, and looks at its packets; to be closed by the
  /// caller.
  ///
  /// - Returns: also whether all that is known of a video comes from the headers.
  static func open(
    _ stream: ByteStream, format: String, decoders: [String], mayTrustHeaders: Bool
  ) throws(LibavError) -> (UnsafeMutablePointer<AVFormatContext>?, trustsHeaders: Bool) {
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
      let stated = mayTrustHeaders ? StatedParameters(opened!) : nil
      try check("find out what is in the file") { avformat_find_stream_info(opened, nil) }
      try stated?.restore()
      return (opened, stated != nil)
    } catch {
      avformat_close_input(&opened)
      throw error
    }
  }

  deinit { avformat_close_input(&context) }

  /// Streams of moving pictures, without covers.
  private static func videos(_ context: UnsafeMutablePointer<AVFormatContext>) -> [Int] {
    let all = (0..<Int(context.pointee.nb_streams)).filter {
      context.pointee.streams[$0]!.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    }
    let moving = all.filter {
      context.pointee.streams[$0]!.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    return moving.isEmpty ? all : moving
  }

  /// The one that players show: the first that has a size; in MP4 and MOV, the first of those that
  /// are enabled.
  private static func shown(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ videos: [Int]
  ) -> Int? {
    let sized = videos.indices.filter {
      context.pointee.streams[videos[$0]]!.pointee.codecpar.pointee.width > 0
    }
    let isMovie = isMovie(context)
    let enabled = sized.first {
      isMovie
        && context.pointee.streams[videos[$0]]!.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    }
    return enabled ?? sized.first ?? videos.indices.first
  }

  /// Whether the container is MP4, MOV or one of their kind.
  private static func isMovie(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov")
  }

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
    /// By how much the display matrix enlarges stored pixels; nil where it does not.
    package var matrixScale: Scale?
    package var color: ColorTags.Names
    /// The highest luminance that the container names, in cd/m²; nil when it names none.
    package var peakLuminance: Double?
    /// What the container says of the light.
    package var light: LightMetadata
    /// Where chroma samples of more than 8 bits lie, as FFmpeg numbers it; 0 when unknown. Others are
    /// never handed on as they are, and where they lie is known by decoding only.
    package var chromaLocation: UInt32
    /// What the container says of Dolby Vision; nil without.
    package var dolbyVision: DolbyVision?
    /// FFmpeg's name of the pixels' layout; empty when unknown.
    package var pixelFormat: String
    package var hasAlphaFormat: Bool
    /// Whether the stream is marked as carrying alpha beside its colours.
    package var declaresAlpha: Bool
    package var isRGB: Bool
    package var timebase: Rational
    /// How long the stream shows, in ticks of ``timebase``; nil when it does not say.
    package var duration: Int64?
    /// How many packets are decoded before the first picture comes.
    package var pictureDelay: Int
    /// When a file with nothing but this stream ends, in ticks of ``timebase``; nil when it does not
    /// say or has other streams.
    package var fileEnd: Int64?
    /// How many frames the container says that there are; nil when it does not.
    package var declaredFrames: Int?
    /// Frames per second on average; 0/1 when unknown.
    package var averageRate: Rational
    /// When the first stream of the file starts, in ticks of ``timebase``; nil when it does not say.
    package var fileStart: Int64?
    /// Whether the container says that pictures are of two fields.
    package var isInterlaced: Bool
    /// Whether pictures can only be decoded with a key.
    package var isEncrypted: Bool
    /// The sizes of all videos of the file.
    package var videos: [Size]
    /// Which of ``videos`` this is.
    package var number: Int
    /// The sound that players play; nil without, and where no decoder may take it.
    package var sound: SoundInput.Facts?
    /// Streams of sound.
    package var audioStreams: Int
  }

  /// Factors along the rows and the columns of stored pixels.
  package struct Scale: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  /// Of stored pixels.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int
  }

  /// The profile of Dolby Vision, and what its base layer is for decoders that know no more: 1 for
  /// HDR10, 2 for SDR, 4 for HLG, 0 for nothing.
  package struct DolbyVision: Hashable, Sendable {
    package var profile: Int
    package var baseLayer: Int
  }

  package var facts: Facts {
    let parameters = video.pointee.codecpar!
    let format = AVPixelFormat(parameters.pointee.format)
    let descriptor = av_pix_fmt_desc_get(format)
    let alpha = av_dict_get(video.pointee.metadata, "alpha_mode", nil, 0)
    let aspect = av_guess_sample_aspect_ratio(context, video, nil)
    let orientation = orientation
    let peak = cffmpeg_stream_peak(video)
    return Facts(
      codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
      width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
      pixelAspect: aspect.num > 0 && aspect.den > 0 ? Rational(aspect) : Rational(1, 1),
      quarterTurns: orientation?.turns, isMirrored: orientation?.isMirrored ?? false,
      matrixScale: matrixScale,
      color: ColorTags.names(of: parameters),
      peakLuminance: peak > 0 ? peak : nil,
      light: LightMetadata(of: video),
      chromaLocation: descriptor.map { $0.pointee.comp.0.depth > 8 } ?? false
        ? parameters.pointee.chroma_location.rawValue : 0,
      dolbyVision: cffmpeg_dolby_vision(video).map {
        DolbyVision(
          profile: Int($0.pointee.dv_profile),
          baseLayer: Int($0.pointee.dv_bl_signal_compatibility_id))
      },
      pixelFormat: av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "",
      hasAlphaFormat: descriptor.map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }
        ?? false,
      declaresAlpha: alpha.map { String(cString: $0.pointee.value) == "1" } ?? false,
      isRGB: descriptor.map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 } ?? false,
      timebase: Rational(video.pointee.time_base),
      duration: duration, pictureDelay: max(0, Int(parameters.pointee.video_delay)),
      fileEnd: fileEnd,
      declaredFrames: video.pointee.nb_frames > 0 ? Int(video.pointee.nb_frames) : nil,
      averageRate: Rational(video.pointee.avg_frame_rate),
      fileStart: fileStart,
      isInterlaced: ![AV_FIELD_PROGRESSIVE, AV_FIELD_UNKNOWN].contains(
        parameters.pointee.field_order),
      isEncrypted: Encryption.isUsed(by: video),
      videos: videos.map {
        let other = context!.pointee.streams[$0]!.pointee.codecpar!
        return Size(width: Int(other.pointee.width), height: Int(other.pointee.height))
      },
      number: videos.firstIndex(of: index)!,
      sound: SoundInput.Facts(of: context!),
      audioStreams: SoundInput.Facts.streams(of: context!))
  }

  /// What the file says for people.
  package var text: ContainerText { ContainerText(of: context!) }

  /// The streams of the file, without those of other data.
  package var tracks: [ContainerTrack] {
    let sound = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    return (0..<Int(context!.pointee.nb_streams)).compactMap {
      ContainerTrack(context!.pointee.streams[$0]!, isRead: $0 == index || $0 == sound)
    }
  }

  /// What the byte stream's reader threw; whatever FFmpeg answered then is not so.
  package var readingFailure: (any Error)? { stream.failure }

  /// How many packets the container's index has listed until now. Wraps
  /// `avformat_index_get_entries_count`.
  package var listedPackets: Int { Int(avformat_index_get_entries_count(video)) }

  private var fileStart: Int64? {
    let start = context!.pointee.start_time
    guard start != CFFMPEG_NOPTS_VALUE else { return nil }
    return av_rescale_q(
      start, AVRational(num: 1, den: Int32(CFFMPEG_TIME_BASE)), video.pointee.time_base)
  }

  /// MP4 and MOV write all ones where they cannot tell.
  private var duration: Int64? {
    let duration = video.pointee.duration
    let isUnknown = Self.isMovie(context!) && duration == Int64(UInt32.max)
    return duration > 0 && !isUnknown ? duration : nil
  }

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

  /// Goes back to the first packet, which spares opening the file again: that decodes its first
  /// picture. Wraps `avformat_index_get_entry` and `av_seek_frame`.
  ///
  /// - Returns: false where it is not certain to lead there: in a container whose index is not known
  ///   from the start, where the first packet is no key frame, is not shown, or begins when the next
  ///   one does, and after reading has failed.
  package func rewind() -> Bool {
    guard Self.isMovie(context!), stream.failure == nil,
      let first = avformat_index_get_entry(video, 0)?.pointee, first.flags == AVINDEX_KEYFRAME
    else { return false }
    let second = avformat_index_get_entry(video, 1)?.pointee
    if let second, second.timestamp <= first.timestamp { return false }
    return av_seek_frame(context, Int32(index), first.timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// FFmpeg's name of the decoder that ``makeDecoder(named:threads:)`` opens; nil where there is none.
  package func decoderName(_ name: String?) -> String? {
    if let name { return name }
    return avcodec_find_decoder(video.pointee.codecpar.pointee.codec_id).map {
      String(cString: $0.pointee.name)
    }
  }

  /// Opens a decoder for the video.
  ///
  /// - Parameter name: FFmpeg's name of the decoder; nil for its usual one for the codec.
  package func makeDecoder(named name: String?, threads: Int) throws(LibavError) -> Decoder {
    try Decoder(parameters: video.pointee.codecpar, name: name, threads: threads)
  }

  /// By how much the display matrix enlarges pixels; nil where by less than a hundredth.
  private var matrixScale: Scale? {
    guard let matrix = cffmpeg_display_matrix(video) else { return nil }
    let (x, y) = (Self.length(matrix[0], matrix[1]), Self.length(matrix[3], matrix[4]))
    guard x > 0, y > 0, abs(x - 1) > 0.01 || abs(y - 1) > 0.01 else { return nil }
    return Scale(x: x, y: y)
  }

  /// How long a row of a display matrix is, whose numbers have 16 bits behind the point.
  private static func length(_ first: Int32, _ second: Int32) -> Double {
    let (x, y) = (Double(first), Double(second))
    return (x * x + y * y).squareRoot() / Double(1 << 16)
  }

  /// The display matrix as mirroring and quarter turns, whatever it scales by; nil when it is neither.
  private var orientation: (turns: Int, isMirrored: Bool)? {
    guard let matrix = cffmpeg_display_matrix(video) else { return (0, false) }
    // Rows of (a b u) (c d v): x' = a x + c y, y' = b x + d y, y downward.
    let unit = Double(1 << 16)
    let (across, down) = (
      Self.length(matrix[0], matrix[1]), Self.length(matrix[3], matrix[4])
    )
    guard across > 0, down > 0 else { return nil }
    let (a, b) = (Double(matrix[0]) / unit / across, Double(matrix[1]) / unit / across)
    let (c, d) = (Double(matrix[3]) / unit / down, Double(matrix[4]) / unit / down)
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
