/// Start times of frames and the end of the animation, as exact integers.
///
/// Eight bytes per frame. Every boundary also fits ``RationalTime``, so reading times cannot fail.
public struct AnimationTimeline: Hashable, Sendable {
  /// The unit of ``boundaries``.
  public let timebase: Timebase
  /// `boundaries[i]` is the start of frame `i`; the last element is the end. Never empty, starts
  /// with 0, strictly increasing, one element more than frames.
  public let boundaries: [Int64]

  /// A timeline of frames that follow one another without gaps.
  ///
  /// - Parameters:
  ///   - durations: ticks of `timebase`, each at least 1.
  /// - Throws: ``TimingError/nonPositiveDuration(frame:)``, ``TimingError/outOfRange`` when the
  ///   total does not fit.
  public init(
    durations: some Sequence<Int64>, timebase: Timebase
  ) throws(TimingError) {
    var boundaries: [Int64] = [0]
    boundaries.reserveCapacity(durations.underestimatedCount + 1)
    var time: Int64 = 0
    for duration in durations {
      if duration <= 0 { throw .nonPositiveDuration(frame: boundaries.count - 1) }
      let (end, overflow) = time.addingReportingOverflow(duration)
      if overflow { throw .outOfRange }
      time = end
      boundaries.append(end)
    }
    try self.init(increasing: boundaries, timebase: timebase)
  }

  /// A timeline of frames that start at `boundaries`; the last element is the end.
  ///
  /// - Parameters:
  ///   - boundaries: ticks of `timebase`; the first is 0.
  /// - Throws: ``TimingError/nonPositiveDuration(frame:)`` if a boundary is not after the previous
  ///   one, ``TimingError/outOfRange`` if the total does not fit.
  public init(boundaries: [Int64], timebase: Timebase) throws(TimingError) {
    precondition(boundaries.first == 0, "a timeline starts at 0")
    for frame in 0..<boundaries.count - 1 where boundaries[frame] >= boundaries[frame + 1] {
      throw .nonPositiveDuration(frame: frame)
    }
    try self.init(increasing: boundaries, timebase: timebase)
  }

  private init(increasing boundaries: [Int64], timebase: Timebase) throws(TimingError) {
    // Ensures that every ``RationalTime`` of this timeline fits.
    if boundaries[boundaries.count - 1].multipliedReportingOverflow(by: timebase.numerator).overflow
    {
      throw .outOfRange
    }
    self.boundaries = boundaries
    self.timebase = timebase
  }

  /// The number of frames.
  public var count: Int { boundaries.count - 1 }
  /// When the last frame ends, in ticks.
  public var total: Int64 { boundaries[count] }
  /// The start of frame `index`, in ticks.
  public func start(of index: Int) -> Int64 { boundaries[index] }
  /// The duration of frame `index`, in ticks.
  public func duration(of index: Int) -> Int64 { boundaries[index + 1] - boundaries[index] }

  /// The duration of each frame, in ticks.
  public var durations: some RandomAccessCollection<Int64> & Sendable { Durations(of: self) }

  /// The longest time that divides every duration, in ticks; 0 without frames.
  ///
  /// - Complexity: O(frames).
  public var commonDivisor: Int64 {
    var divisor: Int64 = 0
    for boundary in boundaries {
      divisor = greatestCommonDivisor(divisor, boundary)
      if divisor == 1 { break }
    }
    return divisor
  }
}

extension AnimationTimeline {
  /// The end of the last frame.
  public var totalTime: RationalTime { time(total) }
  /// The start of frame `index`.
  public func startTime(of index: Int) -> RationalTime { time(start(of: index)) }
  /// The duration of frame `index`.
  public func durationTime(of index: Int) -> RationalTime { time(duration(of: index)) }

  private func time(_ ticks: Int64) -> RationalTime {
    // Cannot fail: `total * numerator` was checked to fit, and `ticks` is at most `total`.
    try! RationalTime(ticks: ticks, timebase: timebase)
  }

  /// The frame that is shown at `time`; a boundary belongs to the frame that starts there. Nil
  /// before 0 and at or after the end.
  ///
  /// - Complexity: O(log frames).
  public func frameIndex(at time: RationalTime) -> Int? {
    if time < .zero || time >= totalTime { return nil }
    // Never fails: the time is less than the total, which fits.
    guard let tick = try? time.ticks(in: timebase, rounding: .down) else { return nil }
    return lastFrame(startingBy: tick)
  }

  /// The frame that starts exactly at `tick`; nil when none does.
  ///
  /// - Complexity: O(log frames).
  public func frame(startingAt tick: Int64) -> Int? {
    guard tick >= 0, tick < total else { return nil }
    let frame = lastFrame(startingBy: tick)
    return boundaries[frame] == tick ? frame : nil
  }

  /// - Parameter tick: in the timeline.
  private func lastFrame(startingBy tick: Int64) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if boundaries[middle] <= tick { low = middle } else { high = middle }
    }
    return low
  }
}

/// The differences of a timeline's boundaries, computed on access.
private struct Durations: RandomAccessCollection, Sendable {
  let timeline: AnimationTimeline

  init(of timeline: AnimationTimeline) { self.timeline = timeline }

  var startIndex: Int { 0 }
  var endIndex: Int { timeline.count }
  subscript(index: Int) -> Int64 { timeline.duration(of: index) }
}
