internal import CFFmpeg
internal import CLibrary

/// Owner of an open video encoder, which turns pictures into packets.
///
/// Follows FFmpeg's protocol: ``send(_:)`` a picture, ``receive(into:)`` packets until the encoder
/// needs more, send nil after the last picture, receive until the end.
package struct Encoder: ~Copyable {
  /// All settings of an encoder; no default depends on the machine.
  package struct Settings: Sendable, Hashable {
    /// FFmpeg's name of the encoder, such as `libx264`.
    package var name: String
    package var width: Int
    package var height: Int
    package var pixelFormat: PixelFormat
    /// The unit of the pictures' times.
    package var timebase: Rational
    /// Average pictures per second; decides levels and rate control.
    package var frameRate: Rational
    package var color: ColorTags
    /// Bits per second; nil for constant quality.
    package var bitRate: Int?
    /// The largest number of pictures between two key frames; nil for the encoder's default.
    package var maxKeyFrameDistance: Int?
    /// The largest number of B-frames in a row; they are stored after a frame that is shown later.
    package var maxBFrames: Int
    package var threads: Int
    /// Whether headers go into the container instead of before every key frame.
    package var usesGlobalHeader: Bool
    /// The four-character code of the codec in MP4 and MOV; nil for the container's default.
    package var codecTag: String?
    /// The encoder's own options with FFmpeg's names.
    package var options: [Option]
    package var pass = Pass.only

    package init(
      name: String, width: Int, height: Int, pixelFormat: PixelFormat, timebase: Rational,
      frameRate: Rational, color: ColorTags, bitRate: Int?, maxKeyFrameDistance: Int?,
      maxBFrames: Int, threads: Int, usesGlobalHeader: Bool, codecTag: String?, options: [Option]
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.pixelFormat = pixelFormat
      self.timebase = timebase
      self.frameRate = frameRate
      self.color = color
      self.bitRate = bitRate
      self.maxKeyFrameDistance = maxKeyFrameDistance
      self.maxBFrames = maxBFrames
      self.threads = threads
      self.usesGlobalHeader = usesGlobalHeader
      self.codecTag = codecTag
      self.options = options
    }
  }

  /// The pass of an encoder over the pictures.
  package enum Pass: Sendable, Hashable {
    case only
    /// The first pass makes no packets, and provides ``Encoder/statistics`` at the end.
    case first
    /// The second pass, with the statistics of the first.
    case second(statistics: String)
  }

  /// One option of a codec or container with FFmpeg's name.
  package struct Option: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private let codec: CodecContext
  private var name: String { codec.name }

  /// Opens the encoder. Wraps `avcodec_open2`; an unknown option is an error.
  package init(_ settings: Settings) throws(LibavError) {
    try FFmpegLibrary.avcodec.open()
    let name = settings.name
    guard let found = avcodec_find_encoder_by_name(name) else {
      throw LibavError(operation: "find the encoder \(name)", code: CFFMPEG_ERROR_ENCODER_NOT_FOUND)
    }
    let codec = try CodecContext(found)
    Self.apply(settings, to: codec.pointer)
    var options = try OptionDictionary(settings.options.map { ($0.name, $0.value) })
    let context = codec.pointer
    // The encoder reads the statistics while it opens, and never frees them.
    var statistics: UnsafeMutableBufferPointer<CChar>?
    if case .second(let text) = settings.pass {
      statistics = .allocate(capacity: text.utf8.count + 1)
      _ = statistics!.initialize(from: text.utf8CString)
    }
    context.stats_in = statistics?.baseAddress
    defer {
      context.stats_in = nil
      statistics?.deallocate()
    }
    try check("open the encoder \(name)") {
      options.withPointer { options in
        if name != SVTAV1.encoder { return avcodec_open2(context, found, options) }
        return SVTAV1.alone {
          // As root, the encoder makes its threads real-time threads, and also the thread that
          // opens it.
          withoutRealTimeThreads(named: "av1") { avcodec_open2(context, found, options) }
        }
      }
    }
    try options.requireAllUsed(by: name)
    self.codec = codec
  }

  private static func apply(
    _ settings: Settings, to context: UnsafeMutablePointer<AVCodecContext>
  ) {
    context.width = Int32(settings.width)
    context.height = Int32(settings.height)
    context.pix_fmt = settings.pixelFormat.av
    context.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.time_base = settings.timebase.av
    context.framerate = settings.frameRate.av
    settings.color.apply(to: context)
    if let bitRate = settings.bitRate { context.bit_rate = Int64(bitRate) }
    if let distance = settings.maxKeyFrameDistance { context.gop_size = Int32(distance) }
    context.max_b_frames = Int32(settings.maxBFrames)
    context.thread_count = Int32(settings.threads)
    context.flags |= AV_CODEC_FLAG_BITEXACT
    if settings.usesGlobalHeader { context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    switch settings.pass {
    case .only: break
    case .first: context.flags |= AV_CODEC_FLAG_PASS1
    case .second: context.flags |= AV_CODEC_FLAG_PASS2
    }
    if let tag = settings.codecTag { context.codec_tag = fourCharacterCode(tag) }
  }

  /// The stream parameters for a container. Wraps `avcodec_parameters_from_context`.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
    let context = codec.pointer
    try check("describe the stream") {
      avcodec_parameters_from_context(stream.codecpar, context)
    }
  }

  /// The stream's headers; empty if the encoder provides none.
  package var header: [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: codec.pointer.extradata, count: Int(codec.pointer.extradata_size)))
  }

  /// The statistics of a first pass; nil before its end, and for other passes.
  package var statistics: String? {
    codec.pointer.stats_out.map { String(cString: $0) }
  }

  /// Sends the next picture, or nil after the last. Wraps `avcodec_send_frame`; the encoder may
  /// keep a reference to the picture's memory. All packets must have been received before.
  package func send(_ picture: Picture?) throws(LibavError) {
    let context = codec.pointer
    if picture != nil { SVTAV1.noteUse(of: context) }
    try check("encode with \(name)") { avcodec_send_frame(context, picture?.pointer) }
  }

  /// The possible results of ``receive(into:)``.
  package enum Outcome: Sendable, Hashable {
    case packet
    /// Send another picture first.
    case needsInput
    /// All packets have been received.
    case end
  }

  /// Receives the next packet. Wraps `avcodec_receive_packet`.
  package func receive(into packet: borrowing Packet) throws(LibavError) -> Outcome {
    LogTap.clear()
    let code = avcodec_receive_packet(codec.pointer, packet.pointer)
    switch code {
    case 0...: return .packet
    case CFFMPEG_ERROR_EAGAIN: return .needsInput
    case CFFMPEG_ERROR_EOF: return .end
    default:
      throw LibavError(operation: "encode with \(name)", code: code, logLine: LogTap.take())
    }
  }
}

/// The characters in the form of FFmpeg's `MKTAG`; the tag has four ASCII characters.
private func fourCharacterCode(_ tag: String) -> UInt32 {
  precondition(tag.utf8.count == 4, "a codec tag has four characters")
  return tag.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
