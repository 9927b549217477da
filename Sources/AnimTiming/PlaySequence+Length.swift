extension AnimationTimeline.Schedule {
  /// The longest duration of an output: 366 days. Some players and formats use 32-bit counters.
  package static let longestOutput = RationalTime.seconds(31_622_400)
}

extension PlaySequence {
  /// Refuses an output longer than ``AnimationTimeline/Schedule/longestOutput`` before anything is
  /// computed with its duration.
  ///
  /// - Throws: ``TimingError/tooLong(plays:of:)``.
  package func checkLength() throws(TimingError) {
    try AnimationTimeline.Schedule.checkLength(timeline.totalTime, plays: plays)
  }
}

extension OutputTiming {
  /// Checks the length of the written output: slots may be longer than the frames that they show.
  ///
  /// - Throws: ``TimingError/tooLong(plays:of:)``.
  package func checkLength() throws(TimingError) {
    guard let play = try? RationalTime(ticks: playDuration, timebase: timebase) else {
      throw .tooManyOutputFrames(frames: .max, limit: frameCount)
    }
    try AnimationTimeline.Schedule.checkLength(play, plays: plays)
  }
}

extension AnimationTimeline.Schedule {
  fileprivate static func checkLength(_ play: RationalTime, plays: Int) throws(TimingError) {
    let (ticks, overflow) = Int128(play.numerator).multipliedReportingOverflow(by: Int128(plays))
    let limit = Int128(longestOutput.numerator) * Int128(play.denominator)
    if overflow || ticks > limit { throw .tooLong(plays: plays, of: play) }
  }
}
