internal import CFFmpeg

/// Owns an input file and returns the packets of its first stream of a kind.
///
/// The caller names the kind of file, which is never guessed, and FFmpeg cannot open any other
/// file.
package struct Demuxer: ~Copyable {
  /// The kind of packets to return.
  package enum Kind: Sendable { case video, sound }

  private let context: UnsafeMutablePointer<AVFormatContext>
  private let index: Int
  private var stream: UnsafeMutablePointer<AVStream> { context.streams[index]! }

  /// Opens the file and reads its headers, without decoding. Wraps `avformat_open_input`.
  ///
  /// - Parameters:
  ///   - path: the path's bytes as the system takes them, without a NUL.
  ///   - format: FFmpeg's name of the container, such as `matroska` or `mov`.
  /// - Throws: also if there is no such stream.
  package init(path: [UInt8], format: String, kind: Kind = .video) throws(LibavError) {
    try FFmpegLibrary.avformat.open()
    guard let input = av_find_input_format(format) else {
      throw LibavError(operation: "find the \(format) demuxer", code: 0)
    }
    let url = fileURL(path)
    var options = try OptionDictionary([
      ("protocol_whitelist", "file"), ("format_whitelist", String(cString: input.pointee.name)),
    ])
    var opened: UnsafeMutablePointer<AVFormatContext>?
    try check("open the file as \(format)") {
      options.withPointer { avformat_open_input(&opened, url, input, $0) }
    }
    let context = opened!
    let wanted = kind == .video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
    let found = (0..<Int(context.nb_streams)).first {
      context.streams[$0]!.codecpar.codec_type == wanted
    }
    guard let found else {
      avformat_close_input(&opened)
      throw LibavError(
        operation: "find a stream of \(kind)", code: CFFMPEG_ERROR_INVALIDDATA,
        logLine: "the file has none")
    }
    self.context = context
    index = found
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = self.context
    avformat_close_input(&context)
  }

  /// The headers' description of the video stream.
  package struct StreamFacts: Hashable, Sendable {
    /// FFmpeg's name of the codec, such as `h264`.
    package var codec: String
    package var width: Int
    package var height: Int
    package var color: ColorTags.Names
    /// The unit of the packets' times.
    package var timebase: Rational
    /// Whether the stream is marked as having alpha next to its colours.
    package var declaresAlpha: Bool
  }

  /// FFmpeg's name of the codec.
  package var codecName: String {
    stream.codecpar.codec_id.name
  }

  /// The unit of the packets' times.
  package var timebase: Rational { Rational(stream.time_base) }

  package var facts: StreamFacts {
    let parameters = stream.codecpar!
    let alpha = av_dict_get(stream.metadata, "alpha_mode", nil, 0)
    return StreamFacts(
      codec: parameters.codec_id.name,
      width: Int(parameters.width), height: Int(parameters.height),
      color: ColorTags.names(of: parameters),
      timebase: Rational(stream.time_base),
      declaresAlpha: alpha.map { String(cString: $0.pointee.value) == "1" } ?? false)
  }

  /// Reads the next packet of the stream. Wraps `av_read_frame`.
  ///
  /// - Returns: false at the end of the file.
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

  /// Opens a decoder for the stream.
  ///
  /// - Parameter name: FFmpeg's name of the decoder; nil for its default decoder for the codec.
  package func makeDecoder(named name: String?) throws(LibavError) -> Decoder {
    try Decoder(parameters: stream.codecpar, name: name)
  }
}
