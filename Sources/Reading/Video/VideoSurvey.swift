internal import AnimTiming
internal import Libav
internal import Messages
internal import Stages

/// The times of all frames of a video, read from its packets without decoding.
struct VideoSurvey {
  /// Presentation times of the frames, in the stream's ticks: ascending, and equal if pictures with
  /// the same time are kept.
  var times: [Int64] = []
  /// Whether each is a key frame.
  var isKey: [Bool] = []
  /// The size of each in bytes, without separately stored alpha.
  var byteCounts: [Int64] = []
  /// The start of the first frame; earlier than its own time if the time before it has no picture.
  var start: Int64 = 0
  /// The end of the last frame.
  var end: Int64 = 0
  /// The unit of all times.
  var timebase: Timebase
  /// Whether ``times`` come from the file; otherwise they count frames at the average rate.
  var hasTimes = true
  /// Decoding times of key frames whose display time is later, by their presentation times. Seeking
  /// in MPEG-TS uses decoding times.
  var decodingTimes: [Int64: Int64] = [:]
  /// The part of the first shown frame that the edit list cuts off; see ``CutFrame``.
  var cut: RationalTime?
  /// How many frames are stored before the first key frame.
  var framesBeforeKey = 0
  /// Whether the frames at the start refer to a key frame that is in the file but not shown, such
  /// as one before the start of an edit list.
  var startsAfterKey = false
  /// The end of the file's own data if other data follows.
  let dataEnd: Int64?
  /// The number of parts that a tick is divided into, so that frames with equal times are shown one
  /// after the other.
  private var parts: Int64 = 1
  var warnings: [ReadingWarning] = []

  /// Reads every packet.
  ///
  /// - Throws: ``ReadingError``.
  /// - Complexity: O(n log n) for n packets; reads the whole file.
  init(
    _ demuxer: ClipDemuxer, _ source: ByteSource, _ format: VideoFileFormat, limits: ReadingLimits,
    keepsEqualTimes: Bool = false
  ) throws {
    let facts = demuxer.facts
    timebase = Timebase(Int64(facts.timebase.numerator), Int64(facts.timebase.denominator))
    var packets: [(time: Int64, duration: Int64, isKey: Bool, byteCount: Int)] = []
    var storedTimes: [Int64?] = []
    var needsFirst = false
    let packet = try Packet()
    var isOrdered = true
    var damage: String?
    var packetCount = 0
    var isLastCorrupt = false
    var hasDiscarded = false
    var lastByte: Int64?
    reading: while true {
      do {
        guard try demuxer.read(into: packet) else { break reading }
      } catch {
        damage = error.description
        break reading
      }
      defer { packet.clear() }
      packetCount += 1
      isLastCorrupt = packet.isCorrupt
      lastByte = packet.position.map { $0 + Int64(packet.byteCount) }
      if packet.isDiscarded { hasDiscarded = true }
      if packet.isDiscarded, packet.isKey, packets.isEmpty { startsAfterKey = true }
      if packet.isEncrypted { throw Self.encryptionError }
      if packetCount == 1 { needsFirst = FirstPacket.isNeeded(packet, facts) }
      if packet.isDiscarded || packet.byteCount == 0 || HiddenPacket.isHidden(packet, facts) {
        continue
      }
      guard packets.count < limits.maxFrames else {
        throw ReadingError.limitExceeded(
          limit: .frames, value: packets.count + 1, allowed: limits.maxFrames)
      }
      let time = packet.presentationTime
      if time == nil { hasTimes = false }
      if let last = packets.last, let time, time <= last.time { isOrdered = false }
      let isKey = packet.isKey && (packets.isEmpty || !needsFirst)
      packets.append((time ?? 0, packet.duration, isKey, packet.byteCount))
      storedTimes.append(packet.decodingTime)
      if format == .mpegTS, isKey, let time { decodingTimes[time] = packet.decodingTime }
    }
    if let failure = demuxer.readingFailure { throw failure }
    if packets.isEmpty { throw ReadingError.noFrames }
    framesBeforeKey = packets.firstIndex(where: \.isKey) ?? 0
    dataEnd = try format.end(of: source)
    let isLastPartial = format == .y4m && lastByte.map { $0 < source.byteCount } == true
    let endsEarly =
      try isLastPartial || damage != nil || isLastCorrupt
      || VideoEnding.isCut(source, format, isFollowed: dataEnd != nil)
    // MP4 lists each packet in advance; other indices are built while packets are read.
    let declaredPackets = max(facts.declaredFrames ?? 0, demuxer.listedPackets)
    let missing = max(0, declaredPackets - packetCount)
    // The index of a fragmented file lists only the fragments that exist.
    let isLeast = demuxer.listedPackets > (facts.declaredFrames ?? 0)
    if !hasTimes {
      if let order = StoredOrder(storedTimes, delay: facts.pictureDelay) {
        show(order)
      } else {
        try countFrames(packets.count, rate: facts.averageRate)
      }
      isKey = packets.map(\.isKey)
      byteCounts = packets.map { Int64($0.byteCount) }
      if endsEarly { reportEarlyEnd(missing, isLeast: isLeast, until: nil, facts, damage) }
      return
    }
    if !isOrdered { packets.sort { $0.time < $1.time } }
    var run: Int64 = 1
    for packet in packets {
      run = packet.time == times.last ? run + 1 : 1
      parts = max(parts, run)
      if run > 1, !keepsEqualTimes { continue }
      times.append(packet.time)
      isKey.append(packet.isKey)
      byteCounts.append(Int64(packet.byteCount))
      end = packet.time &+ packet.duration
    }
    if end <= times[times.count - 1] {
      // The last frame may lack a duration. It then lasts to the end that the file states, as in
      // WebM, unless earlier frames lie beyond that end. Otherwise it lasts as long as the previous
      // frame, or as an average one.
      let last = times[times.count - 1]
      let before = times.last { $0 < last }.map { last &- $0 }
      end =
        facts.fileEnd.flatMap { $0 > last && !endsEarly ? $0 : nil }
        ?? last &+ max(1, before ?? averageTicks(facts.averageRate))
    }
    // If frames are stored in an order other than display order, the headers determine the end.
    if !isOrdered, !endsEarly, format == .mp4,
      let stated = try StatedEnd(
        of: source, timebase: timebase, mostBytes: limits.maxMetadataBytes)?.end(after: times[0]),
      stated > times[times.count - 1]
    {
      end = stated
    }
    // An edit list may end within the last frame.
    if let duration = facts.duration, let first = times.first,
      case let (cut, overflow) = first.addingReportingOverflow(duration), !overflow,
      cut > times[times.count - 1], cut < end
    {
      end = cut
    }
    reportEqualTimes(leftOut: packets.count - times.count)
    let declaredEnd = declaredEnd(format, facts)
    if endsEarly {
      reportEarlyEnd(missing, isLeast: isLeast, until: declaredEnd, facts, damage)
    } else if format == .matroska {
      holdLast(until: declaredEnd, facts)
    }
    if hasDiscarded, format == .mp4 {
      cut = try CutFrame.time(
        of: source, timebase: timebase, mostBytes: limits.maxMetadataBytes,
        mostFrames: packetCount)
    }
    start = times[0]
    holdFirst(from: fileStart(format, facts), facts)
    let span = end.subtractingReportingOverflow(min(start, times[0]))
    guard end > times[times.count - 1], !span.overflow,
      !span.partialValue.multipliedReportingOverflow(by: parts).overflow,
      !timebase.denominator.multipliedReportingOverflow(by: parts).overflow
    else {
      throw ReadingError.malformed(
        detail: "the times of the frames are invalid", frame: nil, byteOffset: nil)
    }
  }

  /// The error for pictures that need a key.
  static let encryptionError = ReadingError.encrypted(
    detail: "the video is encrypted, like films from shops and streaming services",
    remedy: "use a copy without encryption")

  /// The start of the file in ticks; nil if nothing precedes the first frame.
  ///
  /// Times of Matroska count from 0, even if no stream starts there. Other files start with their
  /// first stream.
  private func fileStart(_ format: VideoFileFormat, _ facts: ClipDemuxer.Facts) -> Int64? {
    switch format {
    case .matroska: 0
    case .mp4, .avi, .flv, .mpegTS, .m2ts: facts.fileStart
    case .y4m: nil
    }
  }

  /// Shows the first picture from the start of the file, as browsers do, if the gap before it is at
  /// least a frame long.
  private mutating func holdFirst(from fileStart: Int64?, _ facts: ClipDemuxer.Facts) {
    let frame = averageTicks(facts.averageRate)
    guard let fileStart, frame > 1,
      case let (lead, overflow) = times[0].subtractingReportingOverflow(fileStart), !overflow,
      lead >= frame, let time = try? RationalTime(ticks: lead, timebase: timebase)
    else { return }
    start = fileStart
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail:
          "the first picture is also shown for the \(time.formatted(in: .milliseconds)) before it, for which the "
          + "file has none"))
  }

  /// The end of the last frame according to the container, in ticks; nil if it states none.
  private func declaredEnd(_ format: VideoFileFormat, _ facts: ClipDemuxer.Facts) -> Int64? {
    switch format {
    case .mp4:
      guard let duration = facts.duration, let first = times.first else { return nil }
      let (end, overflow) = first.addingReportingOverflow(duration)
      return overflow ? nil : end
    case .matroska, .flv: return facts.fileEnd
    // For these containers, FFmpeg estimates durations from the existing data.
    case .avi, .mpegTS, .m2ts, .y4m: return nil
    }
  }

  /// Reports that the file ends early, and how much of the declared duration is missing.
  ///
  /// - Parameters:
  ///   - listed: the number of missing frames that the container lists; 0 if it lists none.
  ///   - isLeast: whether more frames than those may be missing.
  ///   - declaredEnd: the declared end of the last frame.
  private mutating func reportEarlyEnd(
    _ listed: Int, isLeast: Bool, until declaredEnd: Int64?, _ facts: ClipDemuxer.Facts,
    _ damage: String?
  ) {
    let frame = max(1, averageTicks(facts.averageRate))
    var missing =
      declaredEnd.map { $0.subtractingReportingOverflow(end) }
      .flatMap { $0.overflow ? nil : max(0, $0.partialValue) } ?? 0
    if missing == 0 {
      let product = Int64(listed).multipliedReportingOverflow(by: frame)
      missing = product.overflow ? 0 : product.partialValue
    }
    let rest = missing % frame
    let count = listed > 0 ? listed : Int(missing / frame) + (rest >= frame - rest ? 1 : 0)
    func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
    var detail = "the file ends early, after \(frames(times.count))"
    if count > 0, let time = try? RationalTime(ticks: missing, timebase: timebase) {
      let least = isLeast && listed > 0 ? "at least " : ""
      detail +=
        "; \(least)\(frames(count)), \(time.formatted(in: .milliseconds)), \(count == 1 ? "is" : "are") missing"
    }
    if let damage { detail += " (\(damage))" }
    warnings.append(ReadingWarning(kind: .truncated, detail: detail))
  }

  /// Extends the last picture to the end that a complete file declares, as players do.
  private mutating func holdLast(until declaredEnd: Int64?, _ facts: ClipDemuxer.Facts) {
    // A difference from rounding is not a gap.
    let frame = averageTicks(facts.averageRate)
    guard let declaredEnd, frame > 1,
      case let (rest, overflow) = declaredEnd.subtractingReportingOverflow(end), !overflow,
      rest >= frame, let time = try? RationalTime(ticks: rest, timebase: timebase)
    else { return }
    end = declaredEnd
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail:
          "the last picture is also shown for the final \(time.formatted(in: .milliseconds)), for which the file "
          + "has none"))
  }

  /// The time of the first frame; 0 if it is unknown.
  var startInNanoseconds: Int64 {
    guard hasTimes else { return 0 }
    let product = Int128(start) * Int128(timebase.numerator) * 1_000_000_000
    return Int64(clamping: product / Int128(timebase.denominator))
  }

  /// The duration of each frame.
  var delays: [Delay] {
    let unit = Timebase(timebase.numerator, timebase.denominator * parts)
    var part: Int64 = 0
    return times.indices.map { index in
      let isLast = index + 1 == times.count
      let from = index == 0 ? start : times[index]
      let ticks = (isLast ? end : times[index + 1]) - from
      let before = part
      part = !isLast && times[index + 1] == times[index] ? part + 1 : 0
      return .declared(ticks: ticks * parts + part - before, timebase: unit)
    }
  }

  /// Reports frames that have the time of the previous one.
  private mutating func reportEqualTimes(leftOut: Int) {
    if leftOut > 0 {
      parts = 1
      let frames = leftOut == 1 ? "1 frame is" : "\(leftOut) frames are"
      warnings.append(
        ReadingWarning(
          kind: .nonconforming,
          detail: "\(frames) left out, since the previous one has the same time; "
            + "frames that are exported as files are all kept"))
    } else if parts > 1 {
      warnings.append(
        ReadingWarning(
          kind: .nonconforming,
          detail:
            "frames of the same time are shown one after the other, within one tick of the clock"))
    }
  }

  /// Gives frames without times those of their stored places.
  private mutating func show(_ order: StoredOrder) {
    times = order.times
    end = order.end
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail: "frames without times are shown at the times of their places in the file"))
  }

  /// Gives frames without times those of a constant frame rate.
  private mutating func countFrames(_ count: Int, rate: Rational) throws {
    guard rate.numerator > 0, rate.denominator > 0 else {
      throw ReadingError.malformed(
        detail: "the file has neither times nor a frame rate", frame: nil, byteOffset: nil)
    }
    timebase = Timebase(Int64(rate.denominator), Int64(rate.numerator))
    times = Array(0..<Int64(count))
    end = Int64(count)
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail: "frames without times are shown at the stream's \(rate) frames per second"))
  }

  private func averageTicks(_ rate: Rational) -> Int64 {
    guard rate.numerator > 0, rate.denominator > 0 else { return 1 }
    let ticks = timebase.denominator.multipliedReportingOverflow(by: Int64(rate.denominator))
    if ticks.overflow { return 1 }
    return ticks.partialValue / max(1, timebase.numerator &* Int64(rate.numerator))
  }
}
