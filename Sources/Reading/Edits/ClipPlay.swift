internal import AnimTiming
internal import Atlases
internal import Stages
internal import Threads

/// The frames of a clip in the order in which they are shown once, with their durations.
struct ClipPlay {
  private(set) var frames: [Int32] = []
  private(set) var delays: [Delay] = []
  /// The ends of ranges that are after the end of the input, which ends them earlier.
  private(set) var lateEnds: [RationalTime] = []

  /// - Parameter limit: the number of frames that the edit may still have.
  /// - Throws: `TimingError`, ``EditError``, ``ReadingError``; `CancellationError` once
  ///   `CancellationFlag.ofOpening` is set.
  /// - Complexity: O(shown frames), and O(frames of the input) for each range of times.
  init(
    _ clip: AnimationEdit.Clip, _ number: Int, _ timeline: AnimationTimeline, limit: Int,
    limits: ReadingLimits
  ) throws {
    if timeline.count == 0 { throw TimingError.noFrames }
    let ranges: [AnimationTimeline.FrameRange] =
      clip.ranges.isEmpty ? [.frames(from: 0, to: nil)] : clip.ranges
    for range in ranges {
      try CancellationFlag.ofOpening?.check()
      // An open range has no frames left once the last ones were removed.
      if range == .frames(from: timeline.count, to: nil) { continue }
      try add(range, of: timeline, number) { count in
        try limits.check(.frames, limits.maxFrames - limit + count, limits.maxFrames)
      }
    }
    if frames.isEmpty { throw Self.outside(ranges[0], timeline, number) }
    turn(clip.direction)
    try accelerate(by: clip.speed)
    try replaceDelays(clip.delays, number)
  }

  private static func outside(
    _ range: AnimationTimeline.FrameRange, _ timeline: AnimationTimeline, _ number: Int
  ) -> EditError {
    .range(clip: number, range, frames: timeline.count, total: timeline.totalTime)
  }

  /// - Parameter check: throws if the clip may not have so many frames.
  private mutating func add(
    _ range: AnimationTimeline.FrameRange, of timeline: AnimationTimeline, _ number: Int,
    _ check: (Int) throws -> Void
  ) throws {
    guard case .frames(let from, let to) = range else {
      return try addTimes(range, of: timeline, number, check)
    }
    let end = to ?? timeline.count
    if from < 0 || from >= timeline.count || end > timeline.count {
      throw Self.outside(range, timeline, number)
    }
    if end <= from { throw EditError.emptyRange(clip: number, range) }
    try check(frames.count + end - from)
    let unit = timeline.timebase
    for frame in from..<end {
      frames.append(Int32(frame))
      delays.append(.declared(ticks: timeline.duration(of: frame), timebase: unit))
    }
  }

  private mutating func addTimes(
    _ range: AnimationTimeline.FrameRange, of timeline: AnimationTimeline, _ number: Int,
    _ check: (Int) throws -> Void
  ) throws {
    let edits = TimingEdits(range: range)
    let part: PlaySequence
    do {
      part = try edits.apply(to: timeline)
    } catch TimingError.rangeBeyondEnd {
      throw Self.outside(range, timeline, number)
    } catch TimingError.emptyRange {
      throw EditError.emptyRange(clip: number, range)
    }
    try check(frames.count + part.count)
    frames += part.sourceIndices.lazy.map(Int32.init)
    let unit = part.timeline.timebase
    delays += part.timeline.durations.lazy.map { .declared(ticks: $0, timebase: unit) }
    if let end = edits.rangeEnd(beyond: timeline) { lateEnds.append(end) }
  }

  private mutating func turn(_ direction: TimingEdits.Direction) {
    let count = frames.count
    let inside = 1..<max(1, count - 1)
    let order: [Int] =
      switch direction {
      case .forward: Array(0..<count)
      case .reverse: (0..<count).reversed()
      case .bounce: Array(0..<count) + inside.reversed()
      case .reverseBounce: (0..<count).reversed() + Array(inside)
      }
    frames = order.map { [frames] in frames[$0] }
    delays = order.map { [delays] in delays[$0] }
  }

  private mutating func accelerate(by speed: TimingEdits.Speed) throws {
    if speed == .normal { return }
    for index in delays.indices {
      guard case .declared(let ticks, let unit) = delays[index] else { continue }
      delays[index] = .declared(
        ticks: ticks, timebase: Timebase(tick: try unit.tick.divided(by: speed)))
    }
  }

  private mutating func replaceDelays(_ times: [RationalTime], _ number: Int) throws {
    if times.isEmpty { return }
    guard times.count == 1 || times.count == frames.count else {
      throw EditError.delayCount(clip: number, delays: times.count, frames: frames.count)
    }
    let given = try times.enumerated().map { index, time in
      guard time > .zero, let delay = Delay.seconds(time.numerator, over: time.denominator) else {
        throw EditError.delay(clip: number, index: index)
      }
      return delay
    }
    delays = given.count == 1 ? delays.map { _ in given[0] } : given
  }
}
