extension Schedule {
  /// How long an output may last: 366 days. Players and formats count in 32 bits somewhere.
  package static let longestOutput = RationalTime.seconds(31_622_400)
}

extension PlaySequence {
  /// Refuses what would last longer than ``Schedule/longestOutput``, before anything is computed with it.
  ///
  /// - Throws: ``TimingError/tooLong(plays:of:)``.
  package func checkLength() throws(TimingError) {
    try Schedule.checkLength(timeline.totalTime, plays: plays)
  }
}

extension OutputTiming {
  /// The same of what is written: slots may be longer than what they show.
  ///
  /// - Throws: ``TimingError/tooLong(plays:of:)``.
  package func checkLength() throws(TimingError) {
    guard let play = try? RationalTime(ticks: playDuration, timebase: timebase) else {
      throw .tooManyOutputFrames(frames: .max, limit: frameCount)
    }
    try Schedule.checkLength(play, plays: plays)
  }
}

extension Schedule {
  fileprivate static func checkLength(_ play: RationalTime, plays: Int) throws(TimingError) {
    let (ticks, overflow) = Int128(play.numerator).multipliedReportingOverflow(by: Int128(plays))
    let limit = Int128(longestOutput.numerator) * Int128(play.denominator)
    if overflow || ticks > limit { throw .tooLong(plays: plays, of: play) }
  }
}
