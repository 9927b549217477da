/// The frames of an output and their times: the result of a schedule.
///
/// ``entries`` are the output frames of one repetition, and ``plays`` is the number of repetitions.
/// If one play does not end on a tick of the output, `entries` holds all plays and `plays` is 1, so
/// that no play starts late.
package struct OutputTiming: Hashable, Sendable {
  /// The unit of all times here.
  package let timebase: Timebase
  /// The output frames in order; at least one.
  package private(set) var entries: Entries
  /// How often ``entries`` are repeated; at least once.
  package let plays: Int
  /// The constant rate of the output frames; nil for variable durations.
  ///
  /// In a container whose ticks cannot express this rate, single durations differ by one tick.
  package let frameRate: FrameRate?
  /// The largest distance of a boundary from its true time: the starts of shown frames, and the
  /// end.
  package let largestShift: RationalTime
  /// The mean distance of those boundaries.
  package let meanShift: RationalTime
  /// The positions of one play that no output frame shows, in ascending order.
  package let neverShown: [Int]

  init(
    timebase: Timebase, entries: Entries, plays: Int, frameRate: FrameRate?,
    shift: BoundaryShift?, neverShown: [Int] = []
  ) throws(TimingError) {
    let (total, overflow) = entries.end.multipliedReportingOverflow(by: Int64(plays))
    if overflow || total.multipliedReportingOverflow(by: timebase.numerator).overflow {
      throw .outOfRange
    }
    self.timebase = timebase
    self.entries = entries
    self.plays = plays
    self.frameRate = frameRate
    largestShift = try shift?.largest ?? .zero
    meanShift = try shift?.mean ?? .zero
    self.neverShown = neverShown
  }

  /// The same times with fewer frames: each removed frame lengthens the previous one.
  ///
  /// - Parameter repeated: indices of ``entries``, without `0`.
  /// - Precondition: durations are variable.
  /// - Complexity: O(entries).
  package func merging(_ repeated: Set<Int>) -> OutputTiming {
    precondition(frameRate == nil, "every slot of a constant rate is a frame")
    var merged = self
    merged.entries = entries.merging(repeated)
    return merged
  }

  /// The number of output frames, all plays together.
  package var frameCount: Int { entries.count * plays }
  /// ``frameCount`` of a constant rate; nil for variable durations.
  package var slotCount: Int? { frameRate == nil ? nil : frameCount }
  /// When ``entries`` end, in ticks; the next play starts there.
  package var playDuration: Int64 { entries.end }
  /// When the last play ends, in ticks.
  package var total: Int64 { entries.end * Int64(plays) }
  /// When the last play ends.
  package var totalTime: RationalTime {
    // Cannot fail: the product was checked when this value was made.
    try! RationalTime(ticks: total, timebase: timebase)
  }
}
