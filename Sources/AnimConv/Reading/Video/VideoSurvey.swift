internal import AnimTiming
internal import Libav

/// When every frame of a video shows, read from its packets without decoding one.
struct VideoSurvey {
  /// Presentation times of the frames, ascending, in the stream's ticks.
  var times: [Int64] = []
  /// Which of them are key frames.
  var isKey: [Bool] = []
  /// Where the last frame ends.
  var end: Int64 = 0
  /// The unit of all times.
  var timebase: Timebase
  /// Whether ``times`` are those of the file; otherwise they count frames at the average rate.
  var hasTimes = true
  var warnings: [ReadingWarning] = []

  /// Reads every packet.
  ///
  /// - Parameter statedEnd: what the file's headers say, where it is MP4 or MOV; asked for frames
  ///   that are stored in another order than they show.
  /// - Throws: ``ReadingError``.
  /// - Complexity: O(n log n) for n packets; reads the whole file.
  init(
    _ demuxer: ClipDemuxer, limits: ReadingLimits, statedEnd: (Timebase) -> StatedEnd?
  ) throws {
    let facts = demuxer.facts
    timebase = Timebase(Int64(facts.timebase.numerator), Int64(facts.timebase.denominator))
    var packets: [(time: Int64, duration: Int64, isKey: Bool)] = []
    let packet = try Packet()
    var isOrdered = true
    var damage: String?
    reading: while true {
      do {
        guard try demuxer.read(into: packet) else { break reading }
      } catch {
        damage = error.description
        break reading
      }
      defer { packet.clear() }
      if packet.isDiscarded || packet.byteCount == 0 { continue }
      guard packets.count < limits.maxFrames else {
        throw ReadingError.limitExceeded(
          limit: .frames, value: packets.count + 1, allowed: limits.maxFrames)
      }
      let time = packet.presentationTime
      if time == nil { hasTimes = false }
      if let last = packets.last, let time, time <= last.time { isOrdered = false }
      packets.append((time ?? 0, packet.duration, packet.isKey))
    }
    if packets.isEmpty { throw ReadingError.noFrames }
    if let damage {
      warnings.append(
        ReadingWarning(
          kind: .truncated, frame: packets.count - 1,
          detail: "the file is damaged after \(packets.count) frames: \(damage)"))
    }
    if !hasTimes {
      try countFrames(packets.count, rate: facts.averageRate)
      isKey = packets.map(\.isKey)
      return
    }
    if !isOrdered { packets.sort { $0.time < $1.time } }
    for packet in packets {
      if packet.time == times.last {
        warnings.append(
          ReadingWarning(
            kind: .nonconforming, frame: times.count - 1,
            detail: "two frames show at the same time; the later one is left out"))
        continue
      }
      times.append(packet.time)
      isKey.append(packet.isKey)
      end = packet.time &+ packet.duration
    }
    if end <= times[times.count - 1] {
      // The last frame says nothing: it lasts to the end that the file names, as WebM does, as long
      // as the one before, or one average frame.
      let before = times.count > 1 ? times[times.count - 1] &- times[times.count - 2] : nil
      let last = times[times.count - 1]
      end =
        facts.fileEnd.flatMap { $0 > last ? $0 : nil }
        ?? last &+ max(1, before ?? averageTicks(facts.averageRate))
    }
    if !isOrdered, let stated = statedEnd(timebase)?.end(after: times[0]),
      stated > times[times.count - 1]
    {
      end = stated
    }
    // An edit list may end in the middle of the last frame.
    if let duration = facts.duration, let first = times.first,
      case let (cut, overflow) = first.addingReportingOverflow(duration), !overflow,
      cut > times[times.count - 1], cut < end
    {
      end = cut
    }
    guard let first = times.first, end.subtractingReportingOverflow(first).overflow == false else {
      throw ReadingError.malformed(
        detail: "the times of the frames are absurd", frame: nil, byteOffset: nil)
    }
  }

  /// How long each frame shows.
  var delays: [Delay] {
    times.indices.map { index in
      let next = index + 1 < times.count ? times[index + 1] : end
      return .declared(ticks: next - times[index], timebase: timebase)
    }
  }

  /// Gives frames without times those of a constant rate.
  private mutating func countFrames(_ count: Int, rate: Rational) throws {
    guard rate.numerator > 0, rate.denominator > 0 else {
      throw ReadingError.malformed(
        detail: "the file gives neither times nor a frame rate", frame: nil, byteOffset: nil)
    }
    timebase = Timebase(Int64(rate.denominator), Int64(rate.numerator))
    times = Array(0..<Int64(count))
    end = Int64(count)
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail: "frames without times are shown at the stream's \(rate) frames a second"))
  }

  private func averageTicks(_ rate: Rational) -> Int64 {
    guard rate.numerator > 0, rate.denominator > 0 else { return 1 }
    let ticks = timebase.denominator.multipliedReportingOverflow(by: Int64(rate.denominator))
    if ticks.overflow { return 1 }
    return ticks.partialValue / max(1, timebase.numerator &* Int64(rate.numerator))
  }
}
