internal import CFFmpeg

/// Owner of an output file with one video stream.
///
/// Order of calls: ``init(path:format:encoder:timebase:declaresAlpha:options:)``, ``write(_:)`` for each
/// packet, ``finish()`` once. Dropping it without ``finish()`` closes the file as it is.
package struct Muxer: ~Copyable {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let timebase: AVRational

  /// Creates the file and writes the container's header. Wraps `avformat_write_header`.
  ///
  /// - Parameters:
  ///   - path: the file's bytes as the system takes them, without a NUL; FFmpeg gets it with
  ///     `file:` before it, so that no name is taken for a protocol or a pattern.
  ///   - format: FFmpeg's name of the container, such as `mp4`.
  ///   - timebase: the unit of the packets' times.
  ///   - declaresAlpha: whether packets carry alpha as Matroska's BlockAdditional that the encoder
  ///     knows nothing of.
  ///   - options: of the container; one it does not know is an error.
  package init(
    path: [UInt8], format: String, encoder: borrowing Encoder, timebase: Rational,
    declaresAlpha: Bool = false, options: [Encoder.Option]
  ) throws(LibavError) {
    try FFmpegLibrary.avformat.open()
    let url = fileURL(path)
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    try check("create a \(format) container") {
      avformat_alloc_output_context2(&allocated, nil, format, url)
    }
    let context = allocated!
    do throws(LibavError) {
      context.pointee.flags |= AVFMT_FLAG_BITEXACT
      let stream = try checkObject("add a stream", of: .avformat) {
        avformat_new_stream(context, nil)
      }
      try encoder.describe(stream)
      // What makes FFmpeg write Matroska's AlphaMode.
      if declaresAlpha { stream.pointee.codecpar.pointee.format = PixelFormat.yuva420p.av.rawValue }
      stream.pointee.time_base = timebase.av
      stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      try check("create the file") { avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE) }
      var dictionary = try OptionDictionary(options.map { ($0.name, $0.value) })
      try check("write the header of the \(format) file") {
        dictionary.withPointer { avformat_write_header(context, $0) }
      }
      try dictionary.requireAllUsed(by: "the \(format) container")
      self.context = context
      self.stream = stream
      self.timebase = timebase.av
    } catch {
      avio_closep(&context.pointee.pb)
      avformat_free_context(context)
      throw error
    }
  }

  deinit {
    avio_closep(&context.pointee.pb)
    avformat_free_context(context)
  }

  /// The unit that the container really stores times in.
  package var storedTimebase: Rational { Rational(stream.pointee.time_base) }

  /// Appends a packet, whose times are in the time base given at the start. Takes the packet's
  /// contents. Wraps `av_write_frame`: with one stream nothing has to be interleaved.
  package func write(_ packet: borrowing Packet) throws(LibavError) {
    av_packet_rescale_ts(packet.pointer, timebase, stream.pointee.time_base)
    packet.pointer.pointee.stream_index = stream.pointee.index
    packet.pointer.pointee.pos = -1
    try check("write to the file") { av_write_frame(context, packet.pointer) }
    packet.clear()
  }

  /// Writes the trailer and closes the file, so that every failed write has been seen. Wraps
  /// `av_write_trailer` and `avio_closep`. To be called exactly once, after the last packet.
  package func finish() throws(LibavError) {
    try check("write the end of the file") { av_write_trailer(context) }
    avio_flush(context.pointee.pb)
    try check("write to the file") { context.pointee.pb.pointee.error }
    try check("close the file") { avio_closep(&context.pointee.pb) }
  }
}

/// `file:` before the path and a NUL after it, as FFmpeg takes it.
func fileURL(_ path: [UInt8]) -> [CChar] {
  (Array("file:".utf8) + path + [0]).map { CChar(bitPattern: $0) }
}
