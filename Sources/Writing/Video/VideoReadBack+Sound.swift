internal import Libav
internal import Messages

extension VideoReadBack {
  /// The tolerance in seconds: WebM has whole milliseconds and no packet durations, so the last
  /// packet seems as long as the others.
  private static let tolerance = (of: 0.002, ofEndInWebM: 0.021)

  /// Compares codec, start and end of a file's audio with the written ones.
  static func checkSound(
    _ path: [UInt8], _ container: VideoContainer, _ written: WrittenSound
  ) throws {
    let demuxer = try Demuxer(path: path, format: container.demuxerName, kind: .sound)
    guard demuxer.codecName == written.codec else {
      throw ReadBackError.differs(
        what: "the codec of the sound", expected: written.codec, found: demuxer.codecName)
    }
    let packet = try Packet()
    var (start, end) = (Int64.max, Int64.min)
    // For a last packet without a duration.
    var length: Int64 = 0
    while try demuxer.read(into: packet) {
      defer { packet.clear() }
      guard !packet.isCorrupt, let time = packet.presentationTime else {
        throw ReadBackError.unreadable(reason: "a packet of the sound is cut off or has no time")
      }
      start = min(start, max(0, time))
      if packet.duration > 0 { length = packet.duration }
      end = max(end, time + length)
    }
    let unit = Double(demuxer.timebase.numerator) / Double(demuxer.timebase.denominator)
    let wanted = Double(written.timebase.numerator) / Double(written.timebase.denominator)
    let endTolerance = container == .webm ? tolerance.ofEndInWebM : tolerance.of
    for (what, planned, found, most) in [
      ("the start of the sound", written.span.lowerBound, start, tolerance.of),
      ("the end of the sound", written.span.upperBound, end, endTolerance),
    ] {
      let (expected, seen) = (Double(planned) * wanted, Double(found) * unit)
      guard abs(expected - seen) <= most else {
        throw ReadBackError.differs(what: what, expected: "\(expected) s", found: "\(seen) s")
      }
    }
  }
}
