internal import AnimTiming
internal import Atlases
internal import Stages

/// The frames of a clip in the order in which they are shown once, with their durations.
struct ClipPlay {
  private(set) var frames: [Int32] = []
  private(set) var delays: [Delay] = []

  /// - Parameter limit: the number of frames that the edit may still have.
  /// - Throws: `TimingError`, ``EditError``, ``ReadingError``.
  init(
    _ clip: AnimationEdit.Clip, _ number: Int, _ timeline: Timeline, limit: Int,
    limits: ReadingLimits
  ) throws {
    for range in clip.ranges.isEmpty ? [nil] : clip.ranges.map(Optional.some) {
      let part = try TimingEdits(range: range).apply(to: timeline)
      try limits.check(
        .frames, limits.maxFrames - limit + frames.count + part.count, limits.maxFrames)
      frames += part.sourceIndices.lazy.map(Int32.init)
      let unit = part.timeline.timebase
      delays += part.timeline.durations.lazy.map { .declared(ticks: $0, timebase: unit) }
    }
    turn(clip.direction)
    try accelerate(by: clip.speed)
    try replaceDelays(clip.delays, number)
  }

  private mutating func turn(_ direction: PlayDirection) {
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

  private mutating func accelerate(by speed: SpeedFactor) throws {
    if speed == .normal { return }
    for index in delays.indices {
      guard case .declared(let ticks, let unit) = delays[index] else { continue }
      delays[index] = .declared(ticks: ticks, timebase: Timebase(tick: try unit.tick / speed))
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
