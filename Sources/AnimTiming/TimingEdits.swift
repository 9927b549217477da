/// What to change about the order and the times of frames.
///
/// Applied in the order of the properties: range, at, select, every, interval, pick, direction,
/// speed, hold, plays.
public struct TimingEdits: Hashable, Sendable {
  /// The part that is wanted; nil is all.
  public var range: FrameRange?
  /// Keeps the frames that are shown at these times of the input, in the order of time and each
  /// once. The first one starts the output; each is shown up to the next, the last up to the end.
  /// Those outside the range are refused. Never empty; nil keeps all.
  public var at: [FrameMoment]?
  /// Which frames the range keeps; shown as with ``at``. Those that pictures decide have been found, and
  /// are kept by ``at``, when the edits are applied.
  public var select: FrameChoice
  /// Keeps frames 0, N, 2N, … of the range; each also takes the time of those that follow it and
  /// are dropped, so the total stays. At least 1, which keeps all.
  public var every: Int
  /// Keeps, for each multiple of this time within the range, the frame that is shown then: that
  /// starts at it or before and ends after it; each frame once. Times stay as with ``every``. Above
  /// zero; nil keeps all.
  public var interval: RationalTime?
  /// Keeps at most so many frames, those that are shown where the parts of the range begin that are
  /// equally long. Times stay as with ``every``. At least 1; nil keeps all.
  public var pick: Int?
  /// The order within one play.
  public var direction: PlayDirection
  /// How much faster it plays.
  public var speed: SpeedFactor
  /// How much longer the last frame of each play stays; at least zero. Not affected by `speed`.
  public var holdLast: RationalTime
  /// How many whole plays follow one another in the output; at least 1.
  public var loops: Int
  /// A time to reach with whole plays, edits included; nil asks for none. With `loops`, the larger
  /// number of plays is taken.
  public var minDuration: RationalTime?

  /// What is not given stays as it is.
  public init(
    range: FrameRange? = nil, at: [FrameMoment]? = nil, select: FrameChoice = .all,
    every: Int = 1, interval: RationalTime? = nil,
    pick: Int? = nil, direction: PlayDirection = .forward, speed: SpeedFactor = .normal,
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

  /// The frames of one play in order, their times, and how often it is played.
  ///
  /// - Parameter isKey: whether a frame of the timeline is a key frame.
  /// - Throws: ``TimingError`` naming the edit that cannot be made.
  /// - Complexity: O(frames) for one play, whatever the number of plays.
  package func apply(
    to timeline: Timeline, isKey: (Int) -> Bool = { _ in false }
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

  /// When the range is to end, if the animation ends before; nil where all of the range is there.
  package func rangeEnd(beyond timeline: Timeline) -> RationalTime? {
    guard case .times(_, let end?)? = range, end > timeline.totalTime else { return nil }
    return end
  }
}

/// The order in which one play goes through its frames.
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
/// Durations travel with their frames. A bounce does not repeat its ends, so that repeated plays
/// swing evenly; with one or two frames it equals the way there alone.
public enum PlayDirection: String, Hashable, Sendable, CaseIterable {
  /// As it is.
  case forward
  /// From the last frame to the first.
  case reverse
  /// There and back; neither end shows twice.
  case bounce
  /// Back and there; neither end shows twice.
  case reverseBounce
}
