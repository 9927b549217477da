internal import CFFmpeg

/// Owns a foreign video file and returns the packets of one of its video streams.
///
/// The caller names the container, decoders are limited to a list, and the bytes come through a
/// ``ByteStream``: the file cannot make FFmpeg open anything else.
package final class ClipDemuxer {
  private let stream: ByteStream
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let index: Int
  /// The streams of moving pictures.
  private let videos: [Int]
  private var video: UnsafeMutablePointer<AVStream> { context!.streams[index]! }

  /// Whether the headers give everything that is known about the video, without reading packets.
  package let trustsHeaders: Bool

  /// Opens the file and reads as many packets as it needs to identify the codec. Wraps
  /// `avformat_open_input` and `avformat_find_stream_info`.
  ///
  /// - Parameters:
  ///   - format: FFmpeg's name of the demuxer.
  ///   - decoders: FFmpeg's names of the allowed decoders.
  ///   - number: the video's index in the file, from 0; nil for the one that players show.
  ///   - mayTrustHeaders: whether complete headers are enough.
  /// - Throws: also if there is no such video.
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
    for other in 0..<Int(opened!.nb_streams) where other != index {
      opened!.streams[other]!.discard = AVDISCARD_ALL
    }
  }

  /// Opens a file whose bytes come through a stream, and reads its packets; the caller must close
  /// it.
  ///
  /// - Returns: also whether the headers give everything that is known about a video.
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
    opened!.pb = stream.context
    opened!.flags |= AVFMT_FLAG_CUSTOM_IO
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

  /// Video streams, without cover pictures.
  private static func videos(_ context: UnsafeMutablePointer<AVFormatContext>) -> [Int] {
    let all = (0..<Int(context.nb_streams)).filter {
      context.streams[$0]!.codecpar.codec_type == AVMEDIA_TYPE_VIDEO
    }
    let moving = all.filter {
      context.streams[$0]!.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    return moving.isEmpty ? all : moving
  }

  /// The stream that players show: the first with a size; in MP4 and MOV, the first enabled one.
  private static func shown(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ videos: [Int]
  ) -> Int? {
    let sized = videos.indices.filter {
      context.streams[videos[$0]]!.codecpar.width > 0
    }
    let isMovie = isMovie(context)
    let enabled = sized.first {
      isMovie
        && context.streams[videos[$0]]!.disposition & AV_DISPOSITION_DEFAULT != 0
    }
    return enabled ?? sized.first ?? videos.indices.first
  }

  /// Whether the container is MP4, MOV or a related format.
  private static func isMovie(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    String(cString: context.iformat.pointee.name).hasPrefix("mov")
  }

  /// The file's description of its video.
  package struct Facts: Hashable, Sendable {
    /// FFmpeg's name of the codec.
    package var codec: String
    /// Stored pixels.
    package var width: Int
    package var height: Int
    /// The aspect ratio of a stored pixel, width over height; 1/1 if unknown.
    package var pixelAspect: Rational
    /// Quarter turns clockwise that bring the picture upright, 0...3; nil for a skewed display
    /// matrix.
    package var quarterTurns: Int?
    /// Whether the picture is mirrored left to right before it is rotated.
    package var isMirrored: Bool
    /// The factor by which the display matrix enlarges stored pixels; nil for none.
    package var matrixScale: Scale?
    package var color: ColorTags.Names
    /// The highest luminance in the container, in cd/m²; nil if the container has none.
    package var peakLuminance: Double?
    /// The container's light levels.
    package var light: LightMetadata
    /// The position of chroma samples of more than 8 bits, with FFmpeg's number; 0 if unknown.
    /// Other chroma samples are never passed on unchanged, and their position is known only after
    /// decoding.
    package var chromaLocation: UInt32
    /// The container's Dolby Vision record; nil without one.
    package var dolbyVision: DolbyVision?
    /// FFmpeg's name of the pixel format; empty if unknown.
    package var pixelFormat: String
    package var hasAlphaFormat: Bool
    /// Whether the stream is marked as having alpha next to its colours.
    package var declaresAlpha: Bool
    package var isRGB: Bool
    package var timebase: Rational
    /// The duration of the stream in ticks of ``timebase``; nil if unknown.
    package var duration: Int64?
    /// The number of packets to decode before the first picture.
    package var pictureDelay: Int
    /// The end of a file with no other streams, in ticks of ``timebase``; nil if unknown or if it
    /// has others.
    package var fileEnd: Int64?
    /// The number of frames according to the container; nil if unknown.
    package var declaredFrames: Int?
    /// Average frames per second; 0/1 if unknown.
    package var averageRate: Rational
    /// The start of the file's first stream, in ticks of ``timebase``; nil if unknown.
    package var fileStart: Int64?
    /// Whether the container marks the pictures as interlaced.
    package var isInterlaced: Bool
    /// Whether the pictures are encrypted.
    package var isEncrypted: Bool
    /// The sizes of all videos in the file.
    package var videos: [Size]
    /// The index of this one in ``videos``.
    package var number: Int
    /// The sound that players play; nil without sound, or if no decoder is allowed for it.
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

  /// The profile of Dolby Vision, and the compatibility of its base layer: 1 for HDR10, 2 for SDR,
  /// 4 for HLG, 0 for none.
  package struct DolbyVision: Hashable, Sendable {
    package var profile: Int
    package var baseLayer: Int
  }

  package var facts: Facts {
    let parameters = video.codecpar!
    let format = AVPixelFormat(parameters.format)
    let descriptor = av_pix_fmt_desc_get(format)
    let alpha = av_dict_get(video.metadata, "alpha_mode", nil, 0)
    let aspect = av_guess_sample_aspect_ratio(context, video, nil)
    let orientation = orientation
    let peak = cffmpeg_stream_peak(video)
    return Facts(
      codec: parameters.codec_id.name,
      width: Int(parameters.width), height: Int(parameters.height),
      pixelAspect: aspect.num > 0 && aspect.den > 0 ? Rational(aspect) : Rational(1, 1),
      quarterTurns: orientation?.turns, isMirrored: orientation?.isMirrored ?? false,
      matrixScale: matrixScale,
      color: ColorTags.names(of: parameters),
      peakLuminance: peak > 0 ? peak : nil,
      light: LightMetadata(of: video),
      chromaLocation: descriptor.map { $0.pointee.comp.0.depth > 8 } ?? false
        ? parameters.chroma_location.rawValue : 0,
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
      timebase: Rational(video.time_base),
      duration: duration, pictureDelay: max(0, Int(parameters.video_delay)),
      fileEnd: fileEnd,
      declaredFrames: video.nb_frames > 0 ? Int(video.nb_frames) : nil,
      averageRate: Rational(video.avg_frame_rate),
      fileStart: fileStart,
      isInterlaced: ![AV_FIELD_PROGRESSIVE, AV_FIELD_UNKNOWN].contains(
        parameters.field_order),
      isEncrypted: Encryption.isUsed(by: video),
      videos: videos.map {
        let other = context!.streams[$0]!.codecpar!
        return Size(width: Int(other.width), height: Int(other.height))
      },
      number: videos.firstIndex(of: index)!,
      sound: SoundInput.Facts(of: context!),
      audioStreams: SoundInput.Facts.streams(of: context!))
  }

  /// Whether packets mark pictures that no other picture references, so that decoders can skip them
  /// without changing the others.
  ///
  /// Packets of H.264, MPEG-2, MPEG-4 and VP8 do. In HEVC, pictures of higher temporal layers may
  /// reference pictures with this mark (ITU-T H.265, 3.146), so a stream counts only if its decoder
  /// configuration declares a single layer. In AVI, a packet of MPEG-4 may hold two pictures.
  package var marksUnreferenced: Bool {
    let parameters = video.codecpar!
    switch parameters.codec_id.name {
    case "h264", "mpeg2video", "vp8": return true
    case "mpeg4": return String(cString: context!.iformat.pointee.name) != "avi"
    case "hevc":
      // ISO/IEC 14496-15, 8.3.3.1: the number of temporal layers, 0 if it is not known.
      guard parameters.extradata_size > 22, parameters.extradata[0] == 1 else {
        return false
      }
      return parameters.extradata[21] >> 3 & 7 == 1
    default: return false
    }
  }

  /// The file's tags.
  package var text: ContainerText { ContainerText(of: context!) }

  /// The streams of the file, without data streams.
  package var tracks: [ContainerTrack] {
    let sound = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    return (0..<Int(context!.nb_streams)).compactMap {
      ContainerTrack(context!.streams[$0]!, isRead: $0 == index || $0 == sound)
    }
  }

  /// The error of the byte stream's reader; if there is one, FFmpeg's result is not valid.
  package var readingFailure: (any Error)? { stream.failure }

  /// The number of packets that the container's index has listed so far. Wraps
  /// `avformat_index_get_entries_count`.
  package var listedPackets: Int { Int(avformat_index_get_entries_count(video)) }

  private var fileStart: Int64? {
    let start = context!.start_time
    guard start != CFFMPEG_NOPTS_VALUE else { return nil }
    return av_rescale_q(
      start, AVRational(num: 1, den: Int32(CFFMPEG_TIME_BASE)), video.time_base)
  }

  /// MP4 and MOV write all ones for an unknown duration.
  private var duration: Int64? {
    let duration = video.duration
    let isUnknown = Self.isMovie(context!) && duration == Int64(UInt32.max)
    return duration > 0 && !isUnknown ? duration : nil
  }

  private var fileEnd: Int64? {
    let duration = context!.duration
    guard duration > 0, context!.nb_streams == 1 else { return nil }
    return av_rescale_q(
      duration, AVRational(num: 1, den: Int32(CFFMPEG_TIME_BASE)), video.time_base)
  }

  /// Reads the next packet of the video. Wraps `av_read_frame`.
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

  /// Seeks to the last key frame at or before a time in ticks. Wraps `av_seek_frame`.
  package func seek(to time: Int64) throws(LibavError) {
    try check("seek") { av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) }
  }

  /// Seeks to the first packet. Opening the file again would decode its first picture again. Wraps
  /// `avformat_index_get_entry` and `av_seek_frame`.
  ///
  /// - Returns: false if the seek may not reach the first packet. This is so in a container whose
  ///   index is not known from the start, and after a read error; also if the first packet is not a
  ///   key frame, is not shown, or begins at the same time as the next one.
  package func rewind() -> Bool {
    guard Self.isMovie(context!), stream.failure == nil,
      let first = avformat_index_get_entry(video, 0)?.pointee, first.flags == AVINDEX_KEYFRAME
    else { return false }
    let second = avformat_index_get_entry(video, 1)?.pointee
    if let second, second.timestamp <= first.timestamp { return false }
    return av_seek_frame(context, Int32(index), first.timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// FFmpeg's name of the decoder that ``makeDecoder(named:threads:)`` opens; nil if there is none.
  package func decoderName(_ name: String?) -> String? {
    if let name { return name }
    return avcodec_find_decoder(video.codecpar.codec_id).map {
      String(cString: $0.pointee.name)
    }
  }

  /// Opens a decoder for the video.
  ///
  /// - Parameter name: FFmpeg's name of the decoder; nil for its usual one for the codec.
  package func makeDecoder(named name: String?, threads: Int) throws(LibavError) -> Decoder {
    try Decoder(parameters: video.codecpar, name: name, threads: threads)
  }

  /// The factor by which the display matrix enlarges pixels; nil if it differs from 1 by less than
  /// a hundredth.
  private var matrixScale: Scale? {
    guard let matrix = cffmpeg_display_matrix(video) else { return nil }
    let (x, y) = (Self.length(matrix[0], matrix[1]), Self.length(matrix[3], matrix[4]))
    guard x > 0, y > 0, abs(x - 1) > 0.01 || abs(y - 1) > 0.01 else { return nil }
    return Scale(x: x, y: y)
  }

  /// The length of a row of a display matrix, whose numbers have 16 fractional bits.
  private static func length(_ first: Int32, _ second: Int32) -> Double {
    let (x, y) = (Double(first), Double(second))
    return (x * x + y * y).squareRoot() / Double(1 << 16)
  }

  /// The display matrix as mirroring and quarter turns, ignoring its scale; nil if it is neither.
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
    // Undo the mirroring of x to find the rotation alone.
    let (p, q) = isMirrored ? (-a, -b) : (a, b)
    for (turns, direction) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].enumerated()
    where abs(p - direction.0) < 0.01 && abs(q - direction.1) < 0.01 {
      return (turns, isMirrored)
    }
    return nil
  }
}
