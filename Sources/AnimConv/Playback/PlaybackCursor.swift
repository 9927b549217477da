public import AnimTiming

/// Says which frame shows when, and when to look again. It has no clock: the caller tells how much
/// time has passed since the start.
///
/// ```swift
/// var cursor = PlaybackCursor(timeline: animation.timeline, plays: animation.plays)
/// let now = cursor.advance(to: RationalTime(ContinuousClock.now - start))
/// show(now.frame)
/// ```
///
/// All arithmetic is exact: a cursor does not drift, however often it is asked.
public struct PlaybackCursor: Sendable {
  /// What happens to frames that are asked for too late.
  public enum Lateness: String, Sendable, Hashable, CaseIterable {
    /// They are left out: playing keeps up with the clock, as FLAnimatedImage's does.
    case skip
    /// None is left out: playing falls behind the clock, as YYImage's and browsers' does.
    case slowDown
  }

  /// What shows at some time.
  public struct Position: Sendable, Hashable {
    /// Which frame, from 0.
    public let frame: Int
    /// Which play, from 0.
    public let play: Int
    /// When something changes, in the caller's time: another frame is due, or the last play is
    /// over. Nil when nothing changes any more.
    public let nextChange: RationalTime?
    /// Whether the last play is over. Playing rests on the last frame.
    public let isFinished: Bool
  }

  /// When each frame shows in one play.
  public let timeline: Timeline
  /// How often it is played.
  public let plays: LoopCount
  /// What happens to frames for which the caller comes too late.
  public let lateness: Lateness

  /// A frame of a play.
  private struct Place {
    var play: Int64
    var frame: Int
  }

  /// Ticks of the caller's time at the last call.
  private var now: Int64 = 0
  /// Ticks by which playing has fallen behind the caller's time.
  private var delay: Int64 = 0
  /// What was shown last.
  private var shown = Place(play: 0, frame: 0)

  /// - Parameter timeline: with at least one frame.
  public init(timeline: Timeline, plays: LoopCount, lateness: Lateness = .skip) {
    precondition(timeline.count > 0, "a frame to show")
    self.timeline = timeline
    self.plays = plays
    self.lateness = lateness
  }

  /// What shows now.
  ///
  /// - Parameters:
  ///   - elapsed: time since the start, in the caller's time; never less than at the call before.
  ///     Before 0 counts as 0.
  ///   - isReady: whether a frame can be shown. When playing slows down, it waits for the next
  ///     frame to be ready; frames that are skipped are not asked for.
  public mutating func advance(
    to elapsed: RationalTime, isReady: (Int) -> Bool = { _ in true }
  ) -> Position {
    now = ticks(elapsed)
    switch lateness {
    case .skip: shown = place(at: now)
    case .slowDown: step(isReady)
    }
    return position
  }

  /// The frame that shows so long after the start when nothing is late.
  func frameIndex(at time: RationalTime) -> Int { place(at: ticks(time)).frame }

  /// One frame further when the next one is due, however late it is. Lateness beyond that frame's
  /// own time is forgotten, so that the frame after it is not hurried more than once.
  private mutating func step(_ isReady: (Int) -> Bool) {
    guard let next = following(shown), let due = start(of: next), now &- delay >= due else {
      return
    }
    if !isReady(next.frame) {
      delay = now &- due
      return
    }
    shown = next
    if let end = end(of: next), now &- delay > end { delay = now &- end }
  }

  private var position: Position {
    let last = following(shown) == nil
    let end = end(of: shown)
    let isFinished = last && end.map { now &- delay >= $0 } ?? false
    let change =
      isFinished
      ? nil
      : end.flatMap { end -> RationalTime? in
        let (sum, overflow) = end.addingReportingOverflow(delay)
        // A change so far in the future never comes.
        return overflow ? nil : try? RationalTime(ticks: sum, timebase: timeline.timebase)
      }
    return Position(
      frame: shown.frame, play: Int(shown.play), nextChange: change, isFinished: isFinished)
  }

  /// What shows when nothing is late.
  private func place(at tick: Int64) -> Place {
    let (play, rest) = tick.quotientAndRemainder(dividingBy: timeline.total)
    if case .plays(let plays) = plays, play >= plays {
      return Place(play: Int64(plays) - 1, frame: timeline.count - 1)
    }
    var (low, high) = (0, timeline.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if timeline.start(of: middle) <= rest { low = middle } else { high = middle }
    }
    return Place(play: play, frame: low)
  }

  private func following(_ place: Place) -> Place? {
    if place.frame + 1 < timeline.count {
      return Place(play: place.play, frame: place.frame + 1)
    }
    if case .plays(let plays) = plays, place.play + 1 >= plays { return nil }
    return Place(play: place.play + 1, frame: 0)
  }

  /// Nil when it is too late for any clock.
  private func start(of place: Place) -> Int64? {
    sum(of: place.play, timeline.boundaries[place.frame])
  }

  private func end(of place: Place) -> Int64? {
    sum(of: place.play, timeline.boundaries[place.frame + 1])
  }

  private func sum(of plays: Int64, _ ticks: Int64) -> Int64? {
    let (played, tooLong) = plays.multipliedReportingOverflow(by: timeline.total)
    let (sum, tooLate) = played.addingReportingOverflow(ticks)
    return tooLong || tooLate ? nil : sum
  }

  private func ticks(_ time: RationalTime) -> Int64 {
    if time <= .zero { return 0 }
    // A time too far to count is the last.
    return (try? time.ticks(in: timeline.timebase, rounding: .down)) ?? .max
  }
}
