package import AnimTiming
package import Libav

/// How the sound of a video goes into another.
package struct SoundPlan: Sendable, Hashable {
  package let input: SoundInput
  /// FFmpeg's name of the codec in the output.
  package let codec: String
  /// Whether the packets of the input are taken over as they are.
  package let isCopied: Bool
  /// The part that is wanted, in samples of the input.
  let span: SoundTrack.Span
  /// What cannot be decoded of that part.
  private let damage: SoundDamage

  /// What the sound of an input becomes in a container.
  ///
  /// Packets are copied where the container's players take the codec, all of them can be decoded and
  /// nothing is cut off; else the sound becomes AAC in MP4 and MOV and Opus in WebM.
  ///
  /// - Parameters:
  ///   - start: what becomes time 0, from the first picture of the input on.
  ///   - end: where the sound is cut off, from the same time on; nil for its own end.
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
    // What cannot be opened now fails when it is written.
    damage = facts.isEncrypted ? .none : (try? input.damage(in: span)) ?? .none
    isCopied =
      damage.gaps.isEmpty && container.copiedSound.contains(facts.codec) && span.start == 0
      && end == nil
      && (facts.codec != "aac" || facts.hasHeader)
    codec = isCopied ? facts.codec : container == .webm ? "opus" : "aac"
  }

  package var isEncrypted: Bool { input.facts.isEncrypted || damage.isEncrypted }

  /// Whether anything of it can be heard.
  package var isHeard: Bool { damage.isHeard }

  /// What cannot be decoded: from when on, counted from the first picture of the input, and how long.
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

  /// A time of `ticks * numerator / denominator` seconds in samples, to the nearest.
  private static func samples(
    _ ticks: Int64, _ numerator: some BinaryInteger, _ denominator: some BinaryInteger, _ rate: Int
  ) -> Int64 {
    let product = Int128(ticks) * Int128(numerator) * Int128(rate) * 2 + Int128(denominator)
    let unit = Int128(denominator) * 2
    let quotient = product / unit
    return Int64(clamping: product < 0 && quotient * unit != product ? quotient - 1 : quotient)
  }

  /// Tracks of sound that the input has besides.
  package var otherTracks: Int { input.facts.streams - 1 }
}

extension VideoContainer {
  /// FFmpeg's names of the codecs of sound that browsers and systems play in it.
  fileprivate var copiedSound: Set<String> {
    switch self {
    case .mp4: ["aac", "mp3"]
    case .mov: ["aac", "mp3", "alac", "pcm_s16le"]
    case .webm: ["opus", "vorbis"]
    }
  }
}

/// The sound that was written beside a video, to be compared with what is found in the file.
package struct WrittenSound: Sendable, Hashable {
  /// FFmpeg's name of the codec.
  package let codec: String
  /// From the first sample that is heard to the end of the last, in ticks of ``timebase``.
  package let span: Range<Int64>
  package let timebase: Rational
}
