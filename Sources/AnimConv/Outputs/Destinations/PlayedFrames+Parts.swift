internal import AnimTiming

extension PlayedFrames {
  /// Refuses too many frames, for formats that store one long frame as several.
  ///
  /// - Parameters:
  ///   - limit: the largest number of frames.
  ///   - parts: the number of stored frames for a duration in ticks.
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
