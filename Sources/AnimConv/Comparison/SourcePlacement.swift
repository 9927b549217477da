internal import AnimPlay
internal import AnimTiming

/// Finds the source frame that an output's frame shows.
struct SourcePlacement {
  /// What a frame of an output shows.
  struct Place {
    /// Of the timeline.
    let position: Int
    /// The index of the source's frame.
    let index: Int
    /// The distance of the frame's start from its correct start.
    let shift: RationalTime
  }

  /// The expected timeline of one play.
  private let timeline: AnimationTimeline
  /// The source's frame at each position of the timeline.
  private let sourceIndices: [Int]
  /// Outputs may hold several plays.
  private let cursor: PlaybackCursor

  init(_ timeline: AnimationTimeline, _ sourceIndices: [Int]) {
    self.timeline = timeline
    self.sourceIndices = sourceIndices
    cursor = PlaybackCursor(timeline: timeline, plays: .forever)
  }

  /// - Parameters:
  ///   - frameStart: when the frame starts.
  ///   - duration: how long it is shown.
  ///   - last: the position of the previous frame; a frame that continues it is not late.
  /// - Returns: the position and the source frame in the middle of the frame's duration, and the
  ///   distance of its start from the nearest start of any position. The nearest start counts
  ///   because identical frames may have been merged.
  func of(
    _ frameStart: RationalTime, _ duration: RationalTime, after last: Int?
  ) throws -> Place {
    let middle = try frameStart.adding(duration.multiplied(by: 1, over: 2))
    var cursor = cursor
    let atStart = cursor.advance(to: frameStart)
    let shown = cursor.advance(to: middle).frame
    if shown == last { return Place(position: shown, index: sourceIndices[shown], shift: .zero) }
    let start = try timeline.totalTime.multiplied(by: Int64(atStart.play))
      .adding(timeline.startTime(of: atStart.frame))
    let late = try frameStart.subtracting(start)
    let early = try timeline.durationTime(of: atStart.frame).subtracting(late)
    return Place(position: shown, index: sourceIndices[shown], shift: min(late, early))
  }
}
