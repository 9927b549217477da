/// Changes to the order and the times of frames.
///
/// Applied in this order: range, at, select, every, interval, pick, direction, speed, hold, plays.
public struct TimingEdits: Hashable, Sendable {
  /// The part to keep; nil keeps all.
  public var range: AnimationTimeline.FrameRange?
  /// Keeps the frames that are shown at these times of the input, in the order of time, each once.
  /// The first one starts the output; each is shown until the next, and the last until the end.
  /// Moments outside the range are refused. Never empty; nil keeps all.
  public var at: [AnimationTimeline.FrameMoment]?
  /// Which frames of the range to keep, with durations as for ``at``. Choices that depend on
  /// pictures have become ``at`` before the edits are applied.
  public var select: AnimationTimeline.FrameChoice
  /// Keeps frames 0, N, 2N, … of the range. Each also takes the time of the dropped frames that
  /// follow it, so the total does not change. At least 1, which keeps all.
  public var every: Int
  /// Keeps, for each multiple of this time within the range, the frame that is shown then, each
  /// frame once. Durations as for ``every``. Above zero; nil keeps all.
  public var interval: RationalTime?
  /// Divides the range into this many equally long parts and keeps the frames that are shown at
  /// their starts. Durations as for ``every``. At least 1; nil keeps all.
  public var pick: Int?
  /// The order within one play.
  public var direction: TimingEdits.Direction
  /// The factor by which it plays faster.
  public var speed: TimingEdits.Speed
  /// Additional time for the last frame of each play; at least zero. Not affected by `speed`.
  public var holdLast: RationalTime
  /// The number of plays in the output; at least 1.
  public var loops: Int
  /// The shortest duration of the output, reached with whole plays, after all other edits; nil sets
  /// none. With `loops`, the larger number of plays is used.
  public var minDuration: RationalTime?

  /// Omitted edits keep their defaults.
  public init(
    range: AnimationTimeline.FrameRange? = nil, at: [AnimationTimeline.FrameMoment]? = nil,
    select: AnimationTimeline.FrameChoice = .all,
    every: Int = 1, interval: RationalTime? = nil,
    pick: Int? = nil, direction: TimingEdits.Direction = .forward,
    speed: TimingEdits.Speed = .normal,
    holdLast: RationalTime = .zero, loops: Int = 1,
    minDuration: RationalTime? = nil
  ) {
    self.range = range
    self.at = at
    self.select = select
    self.every = every
    self.interval = interval
    self.pick = pick
    self.direction = direction
    self.speed = speed
    self.holdLast = holdLast
    self.loops = loops
    self.minDuration = minDuration
  }

  /// The frames of one play in order, their times, and the number of plays.
  ///
  /// - Parameter isKey: whether a frame of the timeline is a key frame.
  /// - Throws: ``TimingError``, which names the edit that cannot be made.
  /// - Complexity: O(frames) for one play, for any number of plays.
  package func apply(
    to timeline: AnimationTimeline, isKey: (Int) -> Bool = { _ in false }
  ) throws(TimingError) -> PlaySequence {
    if timeline.count == 0 { throw .noFrames }
    var play = PlaySequence(timeline)
    if let range { try play.trim(to: range) }
    if let at { try play.keep(at, of: timeline, within: range) }
    if select == .key { try play.keepKeys(isKey) }
    try play.keepEvery(every)
    if let interval { try play.keepShown(atMultiplesOf: interval) }
    if let pick { try play.keepSpread(pick) }
    try play.turn(direction)
    try play.accelerate(by: speed)
    try play.holdLast(holdLast)
    try play.bake(loops: loops, minDuration: minDuration)
    return play
  }

  /// The requested end of the range if the animation ends earlier; nil if the whole range exists.
  package func rangeEnd(beyond timeline: AnimationTimeline) -> RationalTime? {
    guard case .times(_, let end?)? = range, end > timeline.totalTime else { return nil }
    return end
  }
}

extension TimingEdits {
  /// The order of the frames within one play.
  ///
  /// Drawn for frames `a b c d`:
  ///
  /// | direction | one play |
  /// |---|---|
  /// | forward | `a b c d` |
  /// | reverse | `d c b a` |
  /// | bounce | `a b c d c b` |
  /// | reverseBounce | `d c b a b c` |
  ///
  /// Frames keep their durations. A bounce does not repeat its first and last frame, so that
  /// repeated plays swing evenly; with one or two frames it equals one pass.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// As it is.
    case forward
    /// From the last frame to the first.
    case reverse
    /// Forward, then backward; the end frames are not repeated.
    case bounce
    /// Backward, then forward; the end frames are not repeated.
    case reverseBounce
  }
}
