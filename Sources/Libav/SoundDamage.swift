internal import CFFmpeg

/// The parts of some sound that cannot be decoded.
package struct SoundDamage: Hashable, Sendable {
  /// Their starts and ends in ascending order, in ticks of the sound's time base.
  package fileprivate(set) var gaps: [Range<Int64>] = []
  /// Whether some of it is encrypted.
  package fileprivate(set) var isEncrypted = false
  /// Whether any sound can be decoded.
  package fileprivate(set) var isHeard = false
}

extension SoundDamage {
  /// All of it can be decoded.
  package static let none = SoundDamage(isHeard: true)

  /// Gaps closer together than this fraction of a second count as one.
  private static let toleratedShare: Int64 = 20

  /// Decodes the required part of an input's sound.
  init(of input: SoundInput, in span: SoundTrack.Span) throws(LibavError) {
    let demuxer = try input.makeDemuxer()
    let decoder: Decoder
    do { decoder = try demuxer.makeDecoder() } catch {
      if error.missing != nil { throw error }
      gaps = [0..<1]
      return
    }
    let timebase = demuxer.sound.time_base
    let sample = AVRational(num: 1, den: Int32(input.facts.rate))
    let first = av_rescale_q(span.start, sample, timebase)
    let end = span.end.map { av_rescale_q($0, sample, timebase) } ?? .max
    let tolerance = max(
      1, Int64(timebase.den) / max(1, Int64(timebase.num) * Self.toleratedShare))
    let packet = try Packet()
    let frame = try Picture()
    var next = first
    while try demuxer.read(into: packet) {
      defer { packet.clear() }
      let start = packet.presentationTime ?? next
      let (sum, overflows) = start.addingReportingOverflow(max(1, packet.duration))
      guard !overflows else { continue }
      next = sum
      if start >= end { break }
      if packet.isEncrypted {
        isEncrypted = true
        break
      }
      let isWhole = Self.isDecoded(packet, by: decoder, into: frame)
      let part = max(start, first)..<max(min(sum, end), max(start, first))
      if part.isEmpty { continue }
      if isWhole { isHeard = true } else { note(part, tolerance) }
    }
  }

  private static func isDecoded(
    _ packet: borrowing Packet, by decoder: borrowing Decoder, into frame: Picture
  ) -> Bool {
    do {
      try decoder.send(packet)
      while try decoder.receive(into: frame) == .picture {}
      return true
    } catch {
      // Earlier samples may still be available after the error.
      while (try? decoder.receive(into: frame)) == .picture {}
      return false
    }
  }

  private mutating func note(_ part: Range<Int64>, _ tolerance: Int64) {
    if let last = gaps.last, part.lowerBound - last.upperBound <= tolerance,
      part.lowerBound >= last.lowerBound
    {
      gaps[gaps.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
    } else {
      gaps.append(part)
    }
  }
}
