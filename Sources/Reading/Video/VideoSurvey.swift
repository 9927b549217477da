internal import AnimTiming
internal import Libav
internal import Messages
internal import Stages

/// When every frame of a video shows, read from its packets without decoding one.
struct VideoSurvey {
  /// Presentation times of the frames, in the stream's ticks: ascending, and equal where pictures of one
  /// time are kept.
  var times: [Int64] = []
  /// Which of them are key frames.
  var isKey: [Bool] = []
  /// How many bytes each has, without transparency that is stored beside it.
  var byteCounts: [Int64] = []
  /// When the first frame shows: before its own time, when what comes before has no picture.
  var start: Int64 = 0
  /// Where the last frame ends.
  var end: Int64 = 0
  /// The unit of all times.
  var timebase: Timebase
  /// Whether ``times`` are those of the file; otherwise they count frames at the average rate.
  var hasTimes = true
  /// When key frames are decoded that show later, by when they show: places in MPEG-TS are found by that.
  var decodingTimes: [Int64: Int64] = [:]
  /// How much of the frame that is shown first, by the file, is cut off; see ``CutFrame``.
  var cut: RationalTime?
  /// How many frames are stored before the first key frame.
  var framesBeforeKey = 0
  /// Where the data of the file ends when something else follows.
  let dataEnd: Int64?
  /// Into how many parts a tick is divided, so that frames of one time show one after the other.
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
    // MP4 lists each packet before it comes; other indices are made while packets are read.
    let declaredPackets = max(facts.declaredFrames ?? 0, demuxer.listedPackets)
    let missing = max(0, declaredPackets - packetCount)
    // What is in pieces lists those of the pieces that are there.
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
      // The last frame says nothing: it lasts to the end that the file names, as WebM does, unless
      // others have come before that end; as long as the one before; or one average frame.
      let last = times[times.count - 1]
      let before = times.last { $0 < last }.map { last &- $0 }
      end =
        facts.fileEnd.flatMap { $0 > last && !endsEarly ? $0 : nil }
        ?? last &+ max(1, before ?? averageTicks(facts.averageRate))
    }
    // Frames that are stored in another order than they show end where the headers say.
    if !isOrdered, !endsEarly, format == .mp4,
      let stated = try StatedEnd(
        of: source, timebase: timebase, mostBytes: limits.maxMetadataBytes)?.end(after: times[0]),
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
        detail: "the times of the frames make no sense", frame: nil, byteOffset: nil)
    }
  }

  /// Of pictures that can only be decoded with a key.
  static let encryptionError = ReadingError.unsupported(
    detail: "the video is encrypted, as films of shops and streaming services are",
    remedy: "use a copy without encryption")

  /// When the file starts, in ticks; nil where there is nothing before the first frame.
  ///
  /// Times of Matroska count from 0, also where nothing starts there. Others start with their first
  /// stream.
  private func fileStart(_ format: VideoFileFormat, _ facts: ClipDemuxer.Facts) -> Int64? {
    switch format {
    case .matroska: 0
    case .mp4, .avi, .flv, .mpegTS, .m2ts: facts.fileStart
    case .y4m: nil
    }
  }

  /// Lets the first picture show from the start of the file on, as browsers do, when there is none
  /// for the time of a frame or more.
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
          "the first picture is also shown for the \(time.inMilliseconds) before it, for which the "
          + "file has none"))
  }

  /// When the container says that the last frame ends, in ticks; nil when it does not say.
  private func declaredEnd(_ format: VideoFileFormat, _ facts: ClipDemuxer.Facts) -> Int64? {
    switch format {
    case .mp4:
      guard let duration = facts.duration, let first = times.first else { return nil }
      let (end, overflow) = first.addingReportingOverflow(duration)
      return overflow ? nil : end
    case .matroska, .flv: return facts.fileEnd
    // Of these FFmpeg estimates durations from what is there.
    case .avi, .mpegTS, .m2ts, .y4m: return nil
    }
  }

  /// Tells that the file ends early, and how much is missing of what it declares.
  ///
  /// - Parameters:
  ///   - listed: frames that the container lists and that are not there; 0 when it lists none.
  ///   - isLeast: whether there may have been more than those.
  ///   - declaredEnd: when the last frame was to end.
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
        "; \(least)\(frames(count)), \(time.inMilliseconds), \(count == 1 ? "is" : "are") missing"
    }
    if let damage { detail += " (\(damage))" }
    warnings.append(ReadingWarning(kind: .truncated, detail: detail))
  }

  /// Lets the last picture stay up to the end that a whole file declares, as players do.
  private mutating func holdLast(until declaredEnd: Int64?, _ facts: ClipDemuxer.Facts) {
    // A frame whose time is rounded is no gap.
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
          "the last picture is also shown for the final \(time.inMilliseconds), for which the file "
          + "has none"))
  }

  /// When the first frame shows; 0 where that is not known.
  var startInNanoseconds: Int64 {
    guard hasTimes else { return 0 }
    let product = Int128(start) * Int128(timebase.numerator) * 1_000_000_000
    return Int64(clamping: product / Int128(timebase.denominator))
  }

  /// How long each frame shows.
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

  /// Tells of frames that show when the previous one does.
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

  /// Gives frames without times those of the places at which they are stored.
  private mutating func show(_ order: StoredOrder) {
    times = order.times
    end = order.end
    warnings.append(
      ReadingWarning(
        kind: .nonconforming,
        detail: "frames without times are shown at the times of the places where they are stored"))
  }

  /// Gives frames without times those of a constant rate.
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
