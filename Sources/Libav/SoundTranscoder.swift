internal import CFFmpeg

/// Decodes sound, cuts it at exact samples, and encodes the part.
final class SoundTranscoder {
  private let demuxer: SoundDemuxer
  private let decoder: Decoder
  private let encoder: SoundEncoder
  private let resampler: SoundResampler
  private let packet: Packet
  private let frame: Picture
  private let span: SoundTrack.Span
  private let inputRate: Int64
  /// Interleaved samples that wait for the encoder.
  private var waiting: [Float] = []
  /// The number of input samples processed so far, including silence before them; nil before the
  /// first.
  private var taken: Int64?
  /// The time of the first waiting sample, in samples of the output.
  private var position: Int64 = 0
  private var hasAll = false
  private var hasEnded = false

  /// The rest of a frame, and of a gap before it.
  private struct Pending {
    /// Samples.
    var silence: Int64
    /// The first sample of the frame to keep, and the number to keep.
    var first: Int
    var count: Int
    /// The number of samples processed after that.
    var end: Int64
    /// Whether this is the end of the part to keep.
    var isLast: Bool
  }
  private var pending: Pending?

  /// The number of samples of a gap that are processed at once.
  private static let silencePart: Int64 = 1 << 16

  /// Samples per second of the output.
  let rate: Int

  /// Gaps and overlaps of more than a twentieth of a second are kept; smaller ones come from
  /// rounded times.
  private static let toleratedShare: Int64 = 20

  init(
    _ input: SoundInput, _ span: SoundTrack.Span, encoder name: String, usesGlobalHeader: Bool
  ) throws(LibavError) {
    self.span = span
    demuxer = try input.makeDemuxer()
    decoder = try demuxer.makeDecoder()
    inputRate = Int64(input.facts.rate)
    // Opus always uses 48 kHz; AAC goes up to 96 kHz.
    rate = name == "libopus" ? 48_000 : min(input.facts.rate, 96_000)
    // Both codecs define an order for at most eight channels.
    let channels = input.facts.channels <= 8 ? input.facts.channels : 2
    encoder = try SoundEncoder(
      name, rate: rate, channels: channels, usesGlobalHeader: usesGlobalHeader)
    resampler = SoundResampler(rate: rate, channels: channels)
    packet = try Packet()
    frame = try Picture()
  }

  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
    try encoder.describe(stream)
  }

  func next(into packet: borrowing Packet) throws(LibavError) -> Bool {
    while true {
      switch try encoder.receive(into: packet) {
      case .packet: return true
      case .end: return false
      case .needsInput: try feed()
      }
    }
  }

  /// Sends the encoder one frame of samples, fewer at the end, and then the end signal.
  private func feed() throws(LibavError) {
    let wanted = encoder.frameSamples * resampler.channels
    while waiting.count < wanted, !hasAll { try decode() }
    guard !waiting.isEmpty else { return try encoder.sendEnd() }
    let count = min(waiting.count, wanted)
    try encoder.send(waiting[..<count], at: position)
    position += Int64(count / resampler.channels)
    waiting.removeFirst(count)
  }

  private func decode() throws(LibavError) {
    if let pending { return try go(on: pending) }
    // Undecodable samples are left out, and the times of the rest do not change.
    let outcome = (try? decoder.receive(into: frame)) ?? .needsInput
    switch outcome {
    case .picture: try take()
    case .end: try conclude()
    case .needsInput:
      if hasEnded { return try conclude() }
      if try demuxer.read(into: packet) {
        try? decoder.send(packet)
        packet.clear()
      } else {
        hasEnded = true
        try? decoder.sendEnd()
      }
    }
  }

  /// Processes the samples that are ready, as far as they are needed.
  private func take() throws(LibavError) {
    let count = Int64(frame.sampleCount)
    var start = taken ?? 0
    if let told = toldStart {
      if taken == nil || abs(told - start) > inputRate / Self.toleratedShare { start = told }
    }
    let end = span.end.map { $0 - span.start } ?? .max
    let first = max(start, taken ?? 0)
    let last = min(start + count, end)
    let isLast = start + count >= end
    guard first < last else { return isLast ? try conclude() : () }
    if taken == nil {
      position = av_rescale_q(
        first, AVRational(num: 1, den: Int32(inputRate)), AVRational(num: 1, den: Int32(rate)))
    }
    try go(
      on: Pending(
        silence: first - (taken ?? first), first: Int(first - start), count: Int(last - first),
        end: last, isLast: isLast))
  }

  /// The start of the current frame according to its time; nil without a time, and for invalid
  /// times.
  private var toldStart: Int64? {
    guard let time = frame.bestTime else { return nil }
    let timebase = demuxer.sound.time_base
    let samples = av_rescale_q(time, timebase, AVRational(num: 1, den: Int32(inputRate)))
    let (start, overflows) = samples.subtractingReportingOverflow(span.start)
    return overflows || start.magnitude > 1 << 60 ? nil : start
  }

  /// Processes part of the silence before the current frame, then the frame: a gap may be longer
  /// than memory allows.
  private func go(on now: Pending) throws(LibavError) {
    var now = now
    if now.silence > 0 {
      let part = min(now.silence, Self.silencePart)
      try resampler.convertSilence(Int(part), like: frame, into: &waiting)
      now.silence -= part
    }
    pending = now.silence > 0 ? now : nil
    if pending != nil { return }
    try resampler.convert(frame, from: now.first, count: now.count, into: &waiting)
    taken = now.end
    if now.isLast { try conclude() }
  }

  private func conclude() throws(LibavError) {
    if hasAll { return }
    hasAll = true
    try resampler.finish(into: &waiting)
  }
}
