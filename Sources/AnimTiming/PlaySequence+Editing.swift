/// The edits of ``TimingEdits``, one by one.
extension PlaySequence {
  mutating func trim(to range: FrameRange) throws(TimingError) {
    let beyondEnd = TimingError.rangeBeyondEnd(
      range, frames: count, total: timeline.totalTime)
    switch range {
    case .frames(let from, let to):
      let to = to ?? count
      if from < 0 || from >= count || to > count { throw beyondEnd }
      if to <= from { throw .emptyRange(range) }
      try keep(from..<to, starting: timeline.start(of: from), ending: timeline.boundaries[to])
    case .times(let from, let to):
      if let to, to <= from { throw .emptyRange(range) }
      if from < .zero { throw beyondEnd }
      guard let first = timeline.frameIndex(at: from) else { throw beyondEnd }
      // A window may reach past the end: what is not there takes no time.
      let to = min(to ?? timeline.totalTime, timeline.totalTime)
      timeline = try timeline.refined(toHold: from).refined(toHold: to)
      let start = try from.ticks(in: timeline.timebase, rounding: .exact)
      let end = try to.ticks(in: timeline.timebase, rounding: .exact)
      // The frame that shows at `to` belongs to the part only if it starts before.
      var last = timeline.frameIndex(at: to) ?? count
      if last < count && timeline.start(of: last) < end { last += 1 }
      try keep(first..<last, starting: start, ending: end)
    }
  }

  /// Keeps these positions; the first one begins at tick `start`, the last one ends at `end`.
  private mutating func keep(
    _ positions: Range<Int>, starting start: Int64, ending end: Int64
  ) throws(TimingError) {
    sourceIndices = Array(sourceIndices[positions])
    var boundaries = timeline.boundaries[positions].map { $0 - start } + [end - start]
    boundaries[0] = 0
    timeline = try Timeline(boundaries: boundaries, timebase: timeline.timebase)
  }

  mutating func keepEvery(_ step: Int) throws(TimingError) {
    if step < 1 { throw .invalidStep(step) }
    if step == 1 { return }
    try keep(Array(stride(from: 0, to: count, by: step)))
  }

  /// Keeps the frames that start nearest to the multiples of a time that lie before the end.
  mutating func keepNearest(toMultiplesOf interval: RationalTime) throws(TimingError) {
    if interval <= .zero { throw .invalidInterval(interval) }
    // Twice a start, times `unit`, and a multiple times `step` count in the same 128-bit unit.
    let unit = Int128(timeline.timebase.numerator) * Int128(interval.denominator)
    let (step, overflow) = (Int128(interval.numerator) * Int128(timeline.timebase.denominator))
      .multipliedReportingOverflow(by: 2)
    if overflow { throw .outOfRange }
    var kept: [Int] = []
    // The multiples that are nearest to a start lie after `low`, half way from the start before,
    // and up to half way to the next one, where the earlier frame is taken.
    var low: Int128 = -1
    for position in 0..<count {
      let isLast = position == count - 1
      let next = isLast ? timeline.total : timeline.start(of: position)
      let sum = Int128(next) + Int128(timeline.boundaries[position + 1])
      let (half, overflow) = sum.multipliedReportingOverflow(by: unit)
      if overflow { throw .outOfRange }
      // The end itself is no time of a frame.
      let high = isLast ? half - 1 : half
      let multiple = high / step
      if low < 0 || multiple * step > low { kept.append(position) }
      low = half
    }
    try keep(kept)
  }

  /// Keeps the frames that start nearest to the beginnings of so many equally long parts.
  mutating func keepSpread(_ parts: Int) throws(TimingError) {
    if parts < 1 { throw .invalidPick(parts) }
    if parts >= count { return }
    try keepNearest(
      toMultiplesOf: try timeline.totalTime.multiplied(by: 1, over: Int64(parts)))
  }

  /// Keeps these positions, of which the first is 0; each stays for those that are dropped after
  /// it.
  private mutating func keep(_ kept: [Int]) throws(TimingError) {
    let boundaries = kept.map { timeline.boundaries[$0] } + [timeline.total]
    sourceIndices = kept.map { sourceIndices[$0] }
    timeline = try Timeline(boundaries: boundaries, timebase: timeline.timebase)
  }

  mutating func turn(_ direction: PlayDirection) throws(TimingError) {
    switch direction {
    case .forward:
      return
    case .reverse:
      try reorder(Array((0..<count).reversed()))
    case .bounce:
      try reorder(Array(0..<count) + (1..<max(1, count - 1)).reversed())
    case .reverseBounce:
      try reorder((0..<count).reversed() + Array(1..<max(1, count - 1)))
    }
  }

  private mutating func reorder(_ positions: [Int]) throws(TimingError) {
    let old = timeline
    timeline = try Timeline(
      durations: positions.lazy.map { old.duration(of: $0) }, timebase: old.timebase)
    sourceIndices = positions.map { [sourceIndices] in sourceIndices[$0] }
  }

  mutating func accelerate(by speed: SpeedFactor) throws(TimingError) {
    if speed == .normal { return }
    // Only the unit changes: the same ticks, each shorter.
    timeline = try Timeline(
      boundaries: timeline.boundaries,
      timebase: Timebase(tick: try timeline.timebase.tick / speed))
  }

  mutating func holdLast(_ time: RationalTime) throws(TimingError) {
    if time < .zero { throw .negativeTime(time) }
    if time == .zero { return }
    timeline = try timeline.refined(toHold: time)
    let ticks = try time.ticks(in: timeline.timebase, rounding: .exact)
    let (end, overflow) = timeline.total.addingReportingOverflow(ticks)
    if overflow { throw .outOfRange }
    timeline = try Timeline(
      boundaries: timeline.boundaries.dropLast() + [end], timebase: timeline.timebase)
  }

  mutating func bake(loops: Int, minDuration: RationalTime?) throws(TimingError) {
    if loops < 1 { throw .invalidPlays(loops) }
    plays = loops
    guard let minDuration else { return }
    if minDuration < .zero { throw .negativeTime(minDuration) }
    let needed = try minDuration.ticks(in: Timebase(tick: timeline.totalTime), rounding: .up)
    guard let needed = Int(exactly: needed) else { throw .outOfRange }
    plays = max(loops, needed)
  }
}
