public import AnimTiming

/// Computes which frame is shown when, and when to check again. It has no clock: the caller passes
/// the time since the start.
///
/// ```swift
/// var cursor = PlaybackCursor(timeline: animation.timeline, plays: animation.plays)
/// let now = cursor.advance(to: RationalTime(ContinuousClock.now - start))
/// show(now.frame)
/// ```
///
/// All arithmetic is exact, so a cursor does not drift.
public struct PlaybackCursor: Sendable {
  /// The handling of frames that are requested too late.
  public enum Lateness: String, Sendable, Hashable, CaseIterable {
    /// Late frames are skipped: playback keeps up with the clock, as in FLAnimatedImage.
    case skip
    /// No frame is skipped: playback falls behind the clock, as in YYImage and browsers.
    case slowDown
  }

  /// The result for one time.
  public struct Position: Sendable, Hashable {
    /// Which frame, from 0.
    public let frame: Int
    /// Which play, from 0.
    public let play: Int
    /// The time of the next change, in the caller's time: another frame is due, or the last play
    /// ends. Nil if there are no further changes.
    public let nextChange: RationalTime?
    /// Whether the last play is over. Playback then stays on the last frame.
    public let isFinished: Bool
  }

  /// The timeline of one play.
  public let timeline: AnimationTimeline
  /// The loop count.
  public let plays: LoopCount
  /// The handling of frames that are requested too late.
  public let lateness: Lateness

  /// A frame of a play.
  private struct Place {
    var play: Int64
    var frame: Int
  }

  /// Ticks of the caller's time at the last call.
  private var now: Int64 = 0
  /// Ticks by which playback is behind the caller's time.
  private var delay: Int64 = 0
  /// The last shown frame.
  private var shown = Place(play: 0, frame: 0)

  /// - Parameter timeline: with at least one frame.
  public init(timeline: AnimationTimeline, plays: LoopCount, lateness: Lateness = .skip) {
    precondition(timeline.count > 0, "a frame to show")
    self.timeline = timeline
    self.plays = plays
    self.lateness = lateness
  }

  /// What shows now.
  ///
  /// - Parameters:
  ///   - elapsed: time since the start, in the caller's time; never less than in the previous call.
  ///     Negative values count as 0.
  ///   - isReady: whether a frame can be shown. When playback falls behind, it waits for the next
  ///     frame to be ready; skipped frames are not queried.
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

  /// The frame at this time after the start if nothing is late.
  func frameIndex(at time: RationalTime) -> Int { place(at: ticks(time)).frame }

  /// Advances one frame when the next one is due, however late it is. Lateness beyond that frame's
  /// duration is dropped, so that the following frame is not shortened more than once.
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
        // A change this far in the future never happens.
        return overflow ? nil : try? RationalTime(ticks: sum, timebase: timeline.timebase)
      }
    return Position(
      frame: shown.frame, play: Int(shown.play), nextChange: change, isFinished: isFinished)
  }

  /// The shown frame if nothing is late.
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

  /// Nil if the time is too late for any clock.
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
    // A time that cannot be represented is replaced by the latest one.
    return (try? time.ticks(in: timeline.timebase, rounding: .down)) ?? .max
  }
}
