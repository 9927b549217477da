extension Schedule {
  /// How long an output may last: 366 days. Players and formats count in 32 bits somewhere.
  package static let longestOutput = RationalTime.seconds(31_622_400)
}

extension PlaySequence {
  /// Refuses what would last longer than ``Schedule/longestOutput``, before anything is computed with it.
  ///
  /// - Throws: ``TimingError/tooLong(plays:of:)``.
  package func checkLength() throws(TimingError) {
    let total = timeline.totalTime
    let (ticks, overflow) = (Int128(total.numerator)).multipliedReportingOverflow(by: Int128(plays))
    let limit = Int128(Schedule.longestOutput.numerator) * Int128(total.denominator)
    if overflow || ticks > limit { throw .tooLong(plays: plays, of: total) }
  }
}
