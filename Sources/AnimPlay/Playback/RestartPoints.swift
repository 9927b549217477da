internal import Reading

/// The frames of an animation at which decoding can start, taken from its survey.
struct RestartPoints: Sendable {
  /// In order; the first is 0. There is one entry for each run of consecutive restart points: its
  /// first frame, and the end of the run.
  private var runs: [(first: Int32, last: Int32)] = []

  /// Searches from the end, so that each path back is walked once.
  ///
  /// - Complexity: O(frames).
  init(_ source: any FrameSource) {
    var index = source.info.frames.count - 1
    while index >= 0 {
      let start = max(0, min(index, source.restartPoint(for: index)))
      prepend(Int32(start))
      index = start - 1
    }
    runs.reverse()
  }

  private mutating func prepend(_ index: Int32) {
    if let next = runs.last, next.first == index + 1 {
      runs[runs.count - 1].first = index
    } else {
      runs.append((index, index))
    }
  }

  /// - Complexity: O(log runs).
  func latest(upTo index: Int) -> Int {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= index { low = middle } else { high = middle }
    }
    return min(Int(runs[low].last), index)
  }
}
