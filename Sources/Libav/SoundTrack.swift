internal import CFFmpeg

/// Sound for a container: copied packets of the input, or packets of an encoder.
package final class SoundTrack {
  /// The part of an input's sound to keep, in samples of the input from its time 0.
  package struct Span: Hashable, Sendable {
    /// The sample that becomes time 0; earlier sound is dropped.
    package var start: Int64
    /// Where the sound is cut off; nil for its own end.
    package var end: Int64?

    package init(start: Int64, end: Int64?) {
      self.start = start
      self.end = end
    }
  }

  private enum Work {
    case copy(SoundDemuxer)
    case encode(SoundTranscoder)
  }

  private let work: Work
  /// The unit of the packets' times.
  let timebase: AVRational

  /// Copies packets with their times.
  package init(copying input: SoundInput) throws(LibavError) {
    let demuxer = try input.makeDemuxer()
    work = .copy(demuxer)
    timebase = demuxer.sound.time_base
  }

  /// Decodes the sound, cuts it and encodes it.
  ///
  /// - Parameter encoder: FFmpeg's name: `aac` or `libopus`.
  package init(
    encoding input: SoundInput, _ span: Span, encoder: String, usesGlobalHeader: Bool
  ) throws(LibavError) {
    let transcoder = try SoundTranscoder(
      input, span, encoder: encoder, usesGlobalHeader: usesGlobalHeader)
    work = .encode(transcoder)
    timebase = AVRational(num: 1, den: Int32(transcoder.rate))
  }

  /// Describes the packets to a container.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
    stream.time_base = timebase
    switch work {
    case .copy(let demuxer):
      try check("describe the sound") {
        avcodec_parameters_copy(stream.codecpar, demuxer.sound.codecpar)
      }
      // Containers have their own numbers for codecs.
      stream.codecpar.codec_tag = 0
    case .encode(let transcoder): try transcoder.describe(stream)
    }
  }

  /// Reads the next packet, in ticks of ``timebase``.
  ///
  /// - Returns: false at the end.
  func next(into packet: borrowing Packet) throws(LibavError) -> Bool {
    switch work {
    case .copy(let demuxer):
      while try demuxer.read(into: packet) {
        if packet.presentationTime != nil { return true }
        packet.clear()
      }
      return false
    case .encode(let transcoder): return try transcoder.next(into: packet)
    }
  }
}
