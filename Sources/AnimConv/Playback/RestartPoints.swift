/// The frames of an animation with which decoding can start, read off its survey.
struct RestartPoints: Sendable {
  /// In order; the first is 0. One for each run of frames that all are such: its first, with the
  /// end of the run.
  private var runs: [(first: Int32, last: Int32)] = []

  /// - Complexity: O(frames).
  init(_ source: any FrameSource) {
    for index in source.info.frames.indices
    where index == 0 || source.restartPoint(for: index) == index {
      append(Int32(index))
    }
  }

  private mutating func append(_ index: Int32) {
    if let last = runs.last, last.last + 1 == index {
      runs[runs.count - 1].last = index
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
