package import AnimTiming
package import Libav

/// How a video's audio is stored in another video.
package struct SoundPlan: Sendable, Hashable {
  package let input: SoundInput
  /// FFmpeg's name of the codec in the output.
  package let codec: String
  /// Whether packets are copied unchanged.
  package let isCopied: Bool
  /// The requested part, in samples of the input.
  let span: SoundTrack.Span
  /// The parts of it that cannot be decoded.
  private let damage: SoundDamage

  /// How audio is stored in a container.
  ///
  /// Packets are copied if the container's players support the codec, all of them can be decoded
  /// and nothing is cut off; otherwise the audio is encoded as AAC in MP4 and MOV and as Opus in
  /// WebM.
  ///
  /// - Parameters:
  ///   - start: the time that becomes 0, relative to the input's first image.
  ///   - end: the end of the audio, on the same clock; nil for its own end.
  package init(
    _ input: SoundInput, in container: VideoContainer, start: RationalTime, end: RationalTime?
  ) {
    self.input = input
    let facts = input.facts
    let first = Self.samples(
      input.firstPicture, input.pictureTimebase.numerator, input.pictureTimebase.denominator,
      facts.rate)
    func samples(_ time: RationalTime) -> Int64 {
      let (sum, overflow) = first.addingReportingOverflow(
        Self.samples(time.numerator, 1, time.denominator, facts.rate))
      return overflow ? (first < 0 ? .min : .max) : sum
    }
    span = SoundTrack.Span(start: samples(start), end: end.map(samples))
    // Audio that cannot be opened now fails when it is written.
    damage = facts.isEncrypted ? .none : (try? input.damage(in: span)) ?? .none
    isCopied =
      damage.gaps.isEmpty && container.copiedSound.contains(facts.codec) && span.start == 0
      && end == nil
      && (facts.codec != "aac" || facts.hasHeader)
    codec = isCopied ? facts.codec : container == .webm ? "opus" : "aac"
  }

  package var isEncrypted: Bool { input.facts.isEncrypted || damage.isEncrypted }

  /// Whether any of it is audible.
  package var isHeard: Bool { damage.isHeard }

  /// The parts that cannot be decoded, with their start relative to the input's first image and
  /// their duration.
  package var gaps: [(start: RationalTime, length: RationalTime)] {
    let facts = input.facts
    let timebase = Timebase(Int64(facts.timebase.numerator), Int64(facts.timebase.denominator))
    let first = Self.samples(
      input.firstPicture, input.pictureTimebase.numerator, input.pictureTimebase.denominator, 1000)
    return damage.gaps.compactMap { gap in
      guard
        let length = try? RationalTime(ticks: gap.upperBound - gap.lowerBound, timebase: timebase)
      else { return nil }
      let start = Self.samples(
        gap.lowerBound, facts.timebase.numerator, facts.timebase.denominator, 1000)
      let (sum, overflow) = start.subtractingReportingOverflow(first)
      return overflow ? nil : (.milliseconds(max(0, sum)), length)
    }
  }

  func open(_ container: VideoContainer) throws(LibavError) -> SoundTrack {
    if isCopied { return try SoundTrack(copying: input) }
    return try SoundTrack(
      encoding: input, span, encoder: container == .webm ? "libopus" : "aac",
      usesGlobalHeader: true)
  }

  /// A time of `ticks * numerator / denominator` seconds in samples, rounded.
  private static func samples(
    _ ticks: Int64, _ numerator: some BinaryInteger, _ denominator: some BinaryInteger, _ rate: Int
  ) -> Int64 {
    let product = Int128(ticks) * Int128(numerator) * Int128(rate) * 2 + Int128(denominator)
    let unit = Int128(denominator) * 2
    let quotient = product / unit
    return Int64(clamping: product < 0 && quotient * unit != product ? quotient - 1 : quotient)
  }

  /// Further audio tracks of the input.
  package var otherTracks: Int { input.facts.streams - 1 }
}

extension VideoContainer {
  /// FFmpeg's names of the audio codecs that browsers and systems play in it.
  fileprivate var copiedSound: Set<String> {
    switch self {
    case .mp4: ["aac", "mp3"]
    case .mov: ["aac", "mp3", "alac", "pcm_s16le"]
    case .webm: ["opus", "vorbis"]
    }
  }
}

/// The audio written with a video, for comparison with the file.
package struct WrittenSound: Sendable, Hashable {
  /// FFmpeg's name of the codec.
  package let codec: String
  /// From the first audible sample to the end of the last, in ticks of ``timebase``.
  package let span: Range<Int64>
  package let timebase: Rational
}
