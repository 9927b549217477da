/// Applies the edits of ``TimingEdits`` one by one.
extension PlaySequence {
  mutating func trim(to range: AnimationTimeline.FrameRange) throws(TimingError) {
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
      // A window may extend past the end; the part after the end takes no time.
      let to = min(to ?? timeline.totalTime, timeline.totalTime)
      timeline = try timeline.refined(toHold: from).refined(toHold: to)
      let start = try from.ticks(in: timeline.timebase, rounding: .exact)
      let end = try to.ticks(in: timeline.timebase, rounding: .exact)
      // The frame that is shown at `to` belongs to the part only if it starts earlier.
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
    timeline = try AnimationTimeline(boundaries: boundaries, timebase: timeline.timebase)
  }

  mutating func keepEvery(_ step: Int) throws(TimingError) {
    if step < 1 { throw .invalidStep(step) }
    if step == 1 { return }
    try keep(Array(stride(from: 0, to: count, by: step)))
  }

  /// Keeps the frames that are shown at the multiples of a time, before the end.
  mutating func keepShown(atMultiplesOf interval: RationalTime) throws(TimingError) {
    if interval <= .zero { throw .invalidInterval(interval) }
    // `unit` times a start and `step` times a multiple are in the same 128-bit unit.
    let unit = Int128(timeline.timebase.numerator) * Int128(interval.denominator)
    let step = Int128(interval.numerator) * Int128(timeline.timebase.denominator)
    var kept: [Int] = []
    var multiple: Int128 = 0
    for position in 0..<count {
      let (end, overflow) = Int128(timeline.boundaries[position + 1])
        .multipliedReportingOverflow(by: unit)
      if overflow { throw .outOfRange }
      if multiple >= end { continue }
      kept.append(position)
      // The first multiple at or after the end.
      let (next, isTooLarge) = end.addingReportingOverflow((step - end % step) % step)
      if isTooLarge { break }
      multiple = next
    }
    try keep(kept)
  }

  /// Keeps the frames that are shown at the starts of `count` equally long parts.
  mutating func keepSpread(_ parts: Int) throws(TimingError) {
    if parts < 1 { throw .invalidPick(parts) }
    if parts >= count { return }
    try keepShown(
      atMultiplesOf: try timeline.totalTime.multiplied(by: 1, over: Int64(parts)))
  }

  /// Keeps the frames that are shown at these moments.
  ///
  /// - Parameters:
  ///   - source: the timeline that the moments refer to.
  ///   - range: the remaining positions.
  mutating func keep(
    _ moments: [AnimationTimeline.FrameMoment], of source: AnimationTimeline,
    within range: AnimationTimeline.FrameRange?
  ) throws(TimingError) {
    if moments.isEmpty { throw .noMoments }
    var kept: Set<Int> = []
    for moment in moments {
      guard let frame = moment.frame(in: source) else {
        throw .momentBeyondEnd(moment, frames: source.count, total: source.totalTime)
      }
      let position = frame - sourceIndices[0]
      if let range, !(0..<count ~= position) || range.excludes(moment) {
        throw .momentOutsideRange(moment, range)
      }
      kept.insert(position)
    }
    try keep(kept.sorted())
  }

  /// Keeps key frames.
  mutating func keepKeys(_ isKey: (Int) -> Bool) throws(TimingError) {
    let kept = (0..<count).filter { isKey(sourceIndices[$0]) }
    if kept.isEmpty { throw .noKeyFrames }
    try keep(kept)
  }

  /// Keeps these positions; the first one is the start. Each also takes the time of the dropped
  /// frames that follow it.
  private mutating func keep(_ kept: [Int]) throws(TimingError) {
    let start = timeline.boundaries[kept[0]]
    let boundaries = kept.map { timeline.boundaries[$0] - start } + [timeline.total - start]
    sourceIndices = kept.map { sourceIndices[$0] }
    timeline = try AnimationTimeline(boundaries: boundaries, timebase: timeline.timebase)
  }

  mutating func turn(_ direction: TimingEdits.Direction) throws(TimingError) {
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
    timeline = try AnimationTimeline(
      durations: positions.lazy.map { old.duration(of: $0) }, timebase: old.timebase)
    sourceIndices = positions.map { [sourceIndices] in sourceIndices[$0] }
  }

  mutating func accelerate(by speed: TimingEdits.Speed) throws(TimingError) {
    if speed == .normal { return }
    // Only the unit changes: the same number of shorter ticks.
    timeline = try AnimationTimeline(
      boundaries: timeline.boundaries,
      timebase: Timebase(tick: try timeline.timebase.tick.divided(by: speed)))
  }

  mutating func holdLast(_ time: RationalTime) throws(TimingError) {
    if time < .zero { throw .negativeTime(time) }
    if time == .zero { return }
    timeline = try timeline.refined(toHold: time)
    let ticks = try time.ticks(in: timeline.timebase, rounding: .exact)
    let (end, overflow) = timeline.total.addingReportingOverflow(ticks)
    if overflow { throw .outOfRange }
    timeline = try AnimationTimeline(
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

extension AnimationTimeline.FrameRange {
  /// Whether a time is outside a part given by times; parts given by frames are checked elsewhere.
  fileprivate func excludes(_ moment: AnimationTimeline.FrameMoment) -> Bool {
    guard case .time(let time) = moment, case .times(let from, let to) = self else { return false }
    return time < from || to.map { time >= $0 } == true
  }
}
