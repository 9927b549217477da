internal import CFFmpeg

/// Interleaves packets of sound with those of a video, so that a player finds packets of the same
/// time near each other.
final class InterleavedSound {
  private let track: SoundTrack
  private let stream: UnsafeMutablePointer<AVStream>
  private let packet: Packet
  /// The offset added to all times: in WebM, times start before the samples that an Opus decoder
  /// drops.
  private let delay: Int64
  private var hasPacket = false
  private var isOver = false
  /// From the first to the last sample, in ticks of the track; nil before the first packet.
  private(set) var written: Range<Int64>?

  /// Adds a stream to a container whose header has not been written.
  init(
    _ track: SoundTrack, to context: UnsafeMutablePointer<AVFormatContext>
  ) throws(LibavError) {
    self.track = track
    stream = try checkObject("add a stream", of: .avformat) { avformat_new_stream(context, nil) }
    packet = try Packet()
    try track.describe(stream)
    let parameters = stream.codecpar!
    let isDelayed =
      String(cString: context.oformat.pointee.name) == "webm"
      && parameters.codec_id.name == "opus" && cffmpeg_matroska_adds_delay() == 0
    delay =
      isDelayed
      ? av_rescale_q(
        Int64(parameters.initial_padding), AVRational(num: 1, den: 48_000), track.timebase)
      : 0
  }

  var timebase: Rational { Rational(track.timebase) }

  /// Writes the packets before a time.
  ///
  /// - Parameter time: in ticks of `timebase`; nil for all remaining packets.
  func write(
    before time: Int64?, _ timebase: AVRational,
    to context: UnsafeMutablePointer<AVFormatContext>
  ) throws(LibavError) {
    while !isOver {
      if !hasPacket {
        hasPacket = try track.next(into: packet)
        isOver = !hasPacket
        if isOver { return }
      }
      let start = packet.decodingTime ?? packet.presentationTime ?? 0
      if let time, av_compare_ts(start, track.timebase, time, timebase) > 0 { return }
      note()
      packet.pointer.pointee.pts += delay
      packet.pointer.pointee.dts = packet.pointer.pointee.pts
      av_packet_rescale_ts(packet.pointer, track.timebase, stream.time_base)
      packet.pointer.pointee.stream_index = stream.index
      packet.pointer.pointee.pos = -1
      try check("write to the file") { av_write_frame(context, packet.pointer) }
      packet.clear()
      hasPacket = false
    }
  }

  private func note() {
    let start = packet.presentationTime ?? 0
    // A last packet without a duration is as long as the others.
    if packet.duration <= 0 {
      let parameters = stream.codecpar!
      packet.pointer.pointee.duration = av_rescale_q(
        Int64(parameters.frame_size),
        AVRational(num: 1, den: max(1, parameters.sample_rate)), track.timebase)
    }
    let (sum, overflows) = start.addingReportingOverflow(packet.duration)
    let end = overflows ? start : sum
    // The encoder's priming samples are before 0 and are not played.
    written =
      min(
        written?.lowerBound ?? max(0, start), max(0, start))..<max(
        written?.upperBound ?? 0, max(0, start), end)
  }
}
