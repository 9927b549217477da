/// The order and times of source frames in one play, and the number of plays.
///
/// A *position* counts the frames of one play from 0; after a bounce, two positions have the same
/// source frame.
package struct PlaySequence: Hashable, Sendable {
  /// The source frame at each position.
  package internal(set) var sourceIndices: [Int]
  /// The times of one play, one frame for each of ``sourceIndices``; at least one.
  package internal(set) var timeline: AnimationTimeline
  /// The number of plays; at least 1.
  package internal(set) var plays: Int

  /// All frames of `timeline` in order, played once.
  package init(_ timeline: AnimationTimeline) {
    sourceIndices = Array(0..<timeline.count)
    self.timeline = timeline
    plays = 1
  }

  /// The number of frames in one play.
  package var count: Int { sourceIndices.count }

  /// The duration of all plays.
  ///
  /// - Throws: ``TimingError/outOfRange``.
  package func totalTime() throws(TimingError) -> RationalTime {
    guard let plays = Int64(exactly: plays) else { throw .outOfRange }
    return try timeline.totalTime.multiplied(by: plays)
  }

  /// The times of all plays on one timeline.
  ///
  /// - Parameters:
  ///   - limit: the largest number of frames to store.
  /// - Throws: ``TimingError/tooManyOutputFrames(frames:limit:)`` before anything is stored.
  func timelineOfAllPlays(limit: Int) throws(TimingError) -> AnimationTimeline {
    if plays == 1 { return timeline }
    let (frames, overflow) = count.multipliedReportingOverflow(by: plays)
    if overflow || frames > limit {
      throw .tooManyOutputFrames(frames: overflow ? .max : frames, limit: limit)
    }
    if timeline.total.multipliedReportingOverflow(by: Int64(plays)).overflow { throw .outOfRange }
    var boundaries: [Int64] = [0]
    boundaries.reserveCapacity(frames + 1)
    for play in 0..<Int64(plays) {
      let start = play * timeline.total
      for boundary in timeline.boundaries.dropFirst() { boundaries.append(start + boundary) }
    }
    return try AnimationTimeline(boundaries: boundaries, timebase: timeline.timebase)
  }
}
