/// How an image format stores times: its unit, and how players treat short frames.
package struct StoredClock: Hashable, Sendable {
  /// The unit of durations.
  package var unit: Timebase
  /// The shortest frame that players show for its stored duration, in ticks of ``unit``; at least
  /// 1.
  package var leastTicks: Int64

  package init(unit: Timebase, leastTicks: Int64) {
    self.unit = unit
    self.leastTicks = max(1, leastTicks)
  }

  /// The clock of a format for which browsers show frames of 10 ms or less for 1/10 s.
  private init(lengtheningIn unit: Timebase) {
    let (least, rest) = (Int128(unit.denominator) * 11).quotientAndRemainder(
      dividingBy: Int128(unit.numerator) * 1000)
    self.init(unit: unit, leastTicks: Int64(clamping: least + (rest > 0 ? 1 : 0)))
  }

  /// APNG: fractions of two 16-bit numbers. The exact unit if it is such a fraction, so that every
  /// sum of durations can be stored, otherwise 1/1000 s. Browsers show frames of 10 ms or less for
  /// 1/10 s (measured).
  package static func apng(_ exact: OutputTiming) -> StoredClock {
    let isExact = APNGDelay(1, exact.timebase) != nil
    return StoredClock(lengtheningIn: isExact ? exact.timebase : .milliseconds)
  }

  /// AVIF: any fraction of a second in which the longest frame has at most 2,147,483,647 ticks.
  /// Browsers show frames of 10 ms or less for 1/10 s (measured).
  package static func avif(_ exact: OutputTiming) -> StoredClock {
    // Consecutive repeats of a frame become one frame.
    var (longest, run): (Int64, Int64) = (0, 0)
    var last: Int?
    for entry in exact.entries {
      run = entry.position == last ? run &+ entry.duration : entry.duration
      last = entry.position
      longest = max(longest, run)
    }
    let most = Int128(Int32.max)
    let length = Int128(longest) * Int128(exact.timebase.numerator)
    let (seconds, parts) = (length, Int128(exact.timebase.denominator))
    let isExact = parts <= most && length <= most
    let fine = Timebase(1, 1_000_000)
    let unit =
      isExact
      ? exact.timebase
      : seconds * Int128(fine.denominator) <= most * parts ? fine : .milliseconds
    return StoredClock(lengtheningIn: unit)
  }

  /// JPEG XL: the exact unit if its denominator is at most 2³⁰ (ISO/IEC 18181-1, animation header;
  /// the numerator is at most 1,024), otherwise 1/1,000,000 s; browsers show frames of 10 ms or
  /// less for 1/10 s, as for every image.
  package static func jxl(_ exact: OutputTiming) -> StoredClock {
    let unit = exact.timebase
    if unit.denominator > 1 << 30 { return StoredClock(lengtheningIn: Timebase(1, 1_000_000)) }
    return StoredClock(lengtheningIn: unit.numerator <= 1024 ? unit : Timebase(1, unit.denominator))
  }

  /// GIF: 1/100 s; browsers show frames of 1/100 s or less for 1/10 s (measured).
  package static let gif = StoredClock(unit: Timebase(1, 100), leastTicks: 2)

  /// WebP: 1/1000 s; browsers show frames of 10 ms or less for 1/10 s (measured).
  package static let webp = StoredClock(unit: .milliseconds, leastTicks: 11)
}

/// A time as APNG stores it: seconds as a fraction of two 16-bit numbers (PNG specification, third
/// edition, section 11.3.6.2).
package struct APNGDelay: Hashable, Sendable {
  package let numerator: UInt16
  package let denominator: UInt16

  /// Nil if no such fraction is exact.
  package init?(_ ticks: Int64, _ unit: Timebase) {
    guard let time = try? RationalTime(ticks: ticks, timebase: unit),
      let numerator = UInt16(exactly: time.numerator),
      let denominator = UInt16(exactly: time.denominator)
    else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The durations of the frames that together show one frame: several if one fraction cannot
  /// express its duration.
  ///
  /// - Parameters:
  ///   - ticks: at least 1.
  ///   - unit: of the clock that ``StoredClock/apng(_:)`` chose: a fraction of two 16-bit numbers.
  package static func parts(of ticks: Int64, _ unit: Timebase) -> [APNGDelay] {
    if let delay = APNGDelay(ticks, unit) { return [delay] }
    let (halfDays, halfDay, more, rest) = split(ticks, unit)
    let whole = Array(repeating: halfDay, count: halfDays) + (more > 0 ? [more] : [])
    return (whole + longest(unit).parts(of: rest)).map { APNGDelay($0, unit)! }
  }

  /// How many frames ``parts(of:_:)`` makes.
  package static func partCount(of ticks: Int64, _ unit: Timebase) -> Int {
    if APNGDelay(ticks, unit) != nil { return 1 }
    let (halfDays, _, more, rest) = split(ticks, unit)
    return halfDays + (more > 0 ? 1 : 0) + longest(unit).count(of: rest)
  }

  /// Players do not show these splits. Without them, a duration of months would become a hundred
  /// thousand frames of a minute each. the number of half days, the ticks of each, the ticks of the
  /// other whole seconds, and the remainder, which is at least the usual part of ``longest(_:)``.
  ///
  /// - Returns: the number of half days, the ticks of each, the ticks of the other whole seconds,
  ///   and the remainder, at least the usual part of ``longest(_:)``.
  private static func split(
    _ ticks: Int64, _ unit: Timebase
  ) -> (halfDays: Int, halfDay: Int64, more: Int64, rest: Int64) {
    // This many ticks are `unit.numerator` seconds.
    let period = unit.denominator
    let halfDay = 43_200 / unit.numerator * period
    guard halfDay > 0, ticks > halfDay + longest(unit).usual else { return (0, 0, 0, ticks) }
    let (count, left) = (ticks - longest(unit).usual).quotientAndRemainder(dividingBy: halfDay)
    let more = left / period * period
    return (Int(count), halfDay, more, ticks - count * halfDay - more)
  }

  /// The usual part is a whole minute for milliseconds, and no remainder is so short that browsers
  /// would lengthen it.
  private static func longest(_ unit: Timebase) -> DurationParts {
    DurationParts(most: 65_535 / unit.numerator, usual: max(1, 60_000 / unit.numerator))
  }

  /// The parts as a time.
  package var time: RationalTime { RationalTime(Int64(numerator), Int64(denominator)) }
}

extension OutputTiming {
  /// The same frames with times that a format with a coarse clock can store.
  ///
  /// Consecutive repeats of a frame become one frame. Boundaries are rounded, never durations, so
  /// each boundary and the total stay within half a tick of their true times. A frame that is then
  /// too short is lengthened at the expense of the next one; a frame without any time left is not
  /// shown.
  ///
  /// - Throws: ``TimingError/noCommonTimebase(_:_:)``, ``TimingError/outOfRange``.
  /// - Complexity: O(frames).
  package func stored(by clock: StoredClock) throws(TimingError) -> OutputTiming {
    let runs = Run.all(of: entries)
    let ratio = try timebase.ratio(to: clock.unit)
    var ends: [Int64] = []
    ends.reserveCapacity(runs.count)
    for run in runs {
      let product = Int128(run.end) * Int128(ratio.numerator)
      guard let tick = Int64(exactly: roundedQuotient(product, Int128(ratio.denominator))) else {
        throw .outOfRange
      }
      ends.append(tick)
    }
    var frames = CoarseFrames(least: clock.leastTicks)
    for end in ends { frames.append(until: end) }
    frames.end(at: max(ends.last ?? 0, clock.leastTicks))

    var shift = try BoundaryShift(trueUnit: timebase, shownUnit: clock.unit)
    var starts: [Int: Int64] = [:]
    for run in runs where starts[run.index] == nil { starts[run.index] = run.start }
    for (index, boundary) in zip(frames.runs, frames.boundaries) {
      shift.add(starts[index] ?? 0, shownAt: boundary)
    }
    shift.add(entries.end, shownAt: frames.boundaries.last ?? 0)
    let shown = Set(frames.runs.map { runs[$0].position })
    let missing = Set(runs.map(\.position)).subtracting(shown)
    return try OutputTiming(
      timebase: clock.unit,
      entries: Entries(
        positions: frames.runs.map { Int32(runs[$0].position) },
        timeline: AnimationTimeline(boundaries: frames.boundaries, timebase: clock.unit)),
      plays: plays, frameRate: nil, shift: shift,
      neverShown: (neverShown + missing).sorted())
  }
}

/// A frame, with the time for which it is shown without another one in between.
private struct Run {
  let index: Int
  let position: Int
  let start: Int64
  var end: Int64

  static func all(of entries: OutputTiming.Entries) -> [Run] {
    var runs: [Run] = []
    for entry in entries {
      let end = entry.start + entry.duration
      if let last = runs.last, last.position == entry.position {
        runs[runs.count - 1].end = end
      } else {
        runs.append(
          Run(index: runs.count, position: entry.position, start: entry.start, end: end))
      }
    }
    return runs
  }
}

/// Frames of at least this many ticks each, one after another.
private struct CoarseFrames {
  let least: Int64
  /// The run of each frame.
  private(set) var runs: [Int] = []
  /// The start of each frame, and the end of the last.
  private(set) var boundaries: [Int64] = [0]
  private var seen = 0

  init(least: Int64) { self.least = least }

  /// Adds the next run, which should end at a tick.
  mutating func append(until end: Int64) {
    defer { seen += 1 }
    let start = boundaries[boundaries.count - 1]
    // Earlier frames have used all of its time.
    if end <= start { return }
    runs.append(seen)
    boundaries.append(max(end, start + least))
  }

  /// Moves the end back to its place: the last frames lose the time that others gained, and are
  /// dropped if they have none left.
  mutating func end(at total: Int64) {
    if runs.isEmpty {
      runs = [0]
      boundaries = [0, total]
    }
    while true {
      var moved = boundaries
      moved[runs.count] = total
      for index in stride(from: runs.count - 1, to: 0, by: -1) {
        moved[index] = min(moved[index], moved[index + 1] - least)
      }
      if runs.count == 1 || moved[1] >= least {
        boundaries = moved
        return
      }
      runs.removeLast()
      boundaries.removeLast()
    }
  }
}
