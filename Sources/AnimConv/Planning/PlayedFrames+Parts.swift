internal import AnimTiming

extension PlayedFrames {
  /// Refuses more frames than are allowed, where a format stores one that is shown for long as several.
  ///
  /// - Parameters:
  ///   - limit: how many are allowed.
  ///   - parts: how many a frame of so many ticks of the timeline is stored as.
  /// - Throws: ``TimingError/tooManyOutputFrames(frames:limit:)``.
  func checkParts(limit: Int, _ parts: (Int64) -> Int) throws(TimingError) {
    var count = 0
    for duration in timeline.durations {
      let (sum, overflow) = count.addingReportingOverflow(parts(duration))
      count = overflow ? .max : sum
      if overflow { break }
    }
    if count > limit { throw .tooManyOutputFrames(frames: count, limit: limit) }
  }
}
