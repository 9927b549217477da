internal import CFFmpeg

/// Owner of an output file with one video stream and, optionally, sound.
///
/// Order of calls: ``init(path:format:encoder:timebase:declaresAlpha:options:)``, ``write(_:)`` for
/// each packet, ``finish()`` once. Without ``finish()``, the file is closed incomplete.
package struct Muxer: ~Copyable {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let timebase: AVRational
  private let sound: InterleavedSound?
  /// The output through a descriptor; nil for a file that FFmpeg opened.
  private let target: FileTarget?

  /// Creates the file and writes the container's header. Wraps `avformat_write_header`.
  ///
  /// - Parameters:
  ///   - descriptor: of an empty file, at its start; the caller keeps it open. Nil to create the
  ///     file.
  ///   - path: the path's bytes as the system takes them, without a NUL. FFmpeg gets it with a
  ///     `file:` prefix, so that a name is never read as a protocol or a pattern.
  ///   - format: FFmpeg's name of the container, such as `mp4`.
  ///   - timebase: the unit of the packets' times.
  ///   - declaresAlpha: whether packets carry alpha in Matroska's BlockAdditional, which the
  ///     encoder does not declare.
  ///   - light: the light levels for the container; nil for none.
  ///   - sound: the sound of the video; nil for none.
  ///   - text: the container's metadata.
  ///   - options: the container's options; an unknown one is an error.
  package init(
    descriptor: Int32? = nil, path: [UInt8], format: String, encoder: borrowing Encoder,
    timebase: Rational,
    declaresAlpha: Bool = false, light: LightMetadata? = nil, options: [Encoder.Option],
    sound: SoundTrack? = nil, text: ContainerText = ContainerText()
  ) throws(LibavError) {
    try FFmpegLibrary.avformat.open()
    let url = fileURL(path)
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    try check("create a \(format) container") {
      avformat_alloc_output_context2(&allocated, nil, format, url)
    }
    let context = allocated!
    var target: FileTarget?
    do throws(LibavError) {
      context.flags |= AVFMT_FLAG_BITEXACT
      let stream = try checkObject("add a stream", of: .avformat) {
        avformat_new_stream(context, nil)
      }
      try encoder.describe(stream)
      try light?.describe(stream)
      // Makes FFmpeg write Matroska's AlphaMode.
      if declaresAlpha { stream.codecpar.format = PixelFormat.yuva420p.av.rawValue }
      stream.time_base = timebase.av
      stream.sample_aspect_ratio = AVRational(num: 1, den: 1)
      var interleaved: InterleavedSound?
      if let sound { interleaved = try InterleavedSound(sound, to: context) }
      try text.describe(context)
      if let descriptor {
        target = try FileTarget(descriptor: descriptor)
        context.pb = target!.context
      } else {
        try check("create the file") { avio_open(&context.pb, url, AVIO_FLAG_WRITE) }
      }
      var dictionary = try OptionDictionary(options.map { ($0.name, $0.value) })
      try check("write the header of the \(format) file") {
        dictionary.withPointer { avformat_write_header(context, $0) }
      }
      try dictionary.requireAllUsed(by: "the \(format) container")
      self.context = context
      self.stream = stream
      self.timebase = timebase.av
      self.sound = interleaved
      self.target = target
    } catch {
      if target == nil { avio_closep(&context.pb) }
      avformat_free_context(context)
      throw error
    }
  }

  deinit {
    if target == nil { avio_closep(&context.pb) }
    avformat_free_context(context)
  }

  /// The unit in which the container actually stores times.
  package var storedTimebase: Rational { Rational(stream.time_base) }

  /// Appends a packet, whose times are in the time base given at the start. Takes the packet's
  /// contents, and writes the sound up to it. Wraps `av_write_frame`, because packets arrive in
  /// order.
  package func write(_ packet: borrowing Packet) throws(LibavError) {
    try sound?.write(before: packet.decodingTime ?? 0, timebase, to: context)
    av_packet_rescale_ts(packet.pointer, timebase, stream.time_base)
    packet.pointer.pointee.stream_index = stream.index
    packet.pointer.pointee.pos = -1
    try check("write to the file") { av_write_frame(context, packet.pointer) }
    packet.clear()
  }

  /// Writes the trailer and closes the file, so that every failed write is reported. Wraps
  /// `av_write_trailer` and `avio_closep`. Call this exactly once, after the last packet.
  ///
  /// - Returns: the start and end of the sound, and their unit; nil without sound.
  @discardableResult
  package func finish() throws(LibavError) -> (span: Range<Int64>, timebase: Rational)? {
    try sound?.write(before: nil, timebase, to: context)
    try check("write the end of the file") { av_write_trailer(context) }
    avio_flush(context.pb)
    try check("write to the file") { context.pb.pointee.error }
    if target == nil { try check("close the file") { avio_closep(&context.pb) } }
    return sound.flatMap { sound in sound.written.map { ($0, sound.timebase) } }
  }
}

/// `file:`, the path, and a NUL, as FFmpeg needs it.
func fileURL(_ path: [UInt8]) -> [CChar] {
  (Array("file:".utf8) + path + [0]).map { CChar(bitPattern: $0) }
}
