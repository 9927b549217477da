internal import CFFmpeg
internal import Synchronization

/// The sound of a foreign file, which can be opened repeatedly.
package final class SoundInput: Sendable {
  /// The file's description of its sound.
  package struct Facts: Hashable, Sendable {
    /// FFmpeg's name of the codec, such as `aac`.
    package var codec: String
    /// Samples a second.
    package var rate: Int
    package var channels: Int
    /// Whether the headers contain everything that a decoder needs, so that packets can be copied.
    package var hasHeader: Bool
    /// The start of the sound in ticks of ``timebase``; nil if the file does not give it.
    package var start: Int64?
    package var timebase: Rational
    /// The number of sound streams in the file.
    package var streams: Int
    /// Whether it is encrypted.
    package var isEncrypted: Bool
  }

  package let facts: Facts
  /// The time that becomes 0: the start of the file's first picture, in ticks of
  /// ``pictureTimebase``.
  package let firstPicture: Int64
  package let pictureTimebase: Rational
  private let open: @Sendable () throws -> SoundDemuxer
  private let damages = Mutex<[SoundTrack.Span: SoundDamage]>([:])

  /// - Parameters:
  ///   - firstPicture: in ticks of `pictureTimebase`.
  ///   - open: opens the file again.
  package init(
    _ facts: Facts, firstPicture: Int64, _ pictureTimebase: Rational,
    open: @escaping @Sendable () throws -> SoundDemuxer
  ) {
    self.facts = facts
    self.firstPicture = firstPicture
    self.pictureTimebase = pictureTimebase
    self.open = open
  }

  /// The undecodable parts of a range.
  ///
  /// - Complexity: the first call decodes the range and everything before it.
  package func damage(in span: SoundTrack.Span) throws(LibavError) -> SoundDamage {
    if let known = damages.withLock({ $0[span] }) { return known }
    let damage = try SoundDamage(of: self, in: span)
    damages.withLock { $0[span] = damage }
    return damage
  }

  func makeDemuxer() throws(LibavError) -> SoundDemuxer {
    do { return try open() } catch let error as LibavError {
      throw error
    } catch {
      throw LibavError(
        operation: "read the sound", code: CFFMPEG_ERROR_EIO, logLine: "\(error)")
    }
  }
}

extension SoundInput.Facts {
  /// The stream that players play; nil without sound, and for sound that no allowed decoder
  /// supports.
  init?(of context: UnsafeMutablePointer<AVFormatContext>) {
    let found = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard found >= 0 else { return nil }
    let sound = context.streams[Int(found)]!
    let parameters = sound.codecpar!
    let (rate, channels) = (
      parameters.sample_rate, parameters.ch_layout.nb_channels
    )
    guard rate > 0, channels > 0 else { return nil }
    let start = sound.start_time
    self.init(
      codec: parameters.codec_id.name, rate: Int(rate),
      channels: Int(channels), hasHeader: parameters.extradata_size > 0,
      start: start == CFFMPEG_NOPTS_VALUE ? nil : start,
      timebase: Rational(sound.time_base), streams: Self.streams(of: context),
      isEncrypted: Encryption.isUsed(by: sound))
  }

  /// How many streams of sound there are.
  static func streams(of context: UnsafeMutablePointer<AVFormatContext>) -> Int {
    (0..<Int(context.nb_streams)).count {
      context.streams[$0]!.codecpar.codec_type == AVMEDIA_TYPE_AUDIO
    }
  }
}

extension SoundInput: Hashable {
  package static func == (left: SoundInput, right: SoundInput) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
