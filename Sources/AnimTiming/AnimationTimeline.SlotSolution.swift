extension AnimationTimeline {
  /// One way to place frames on slots of equal length.
  public struct SlotSolution: Hashable, Sendable {
    /// The duration of one slot.
    public let slot: RationalTime
    /// The number of slots for all plays; `Int.max` if it does not fit.
    public let slotCount: Int
    /// The largest distance of a frame boundary from its true time.
    public let largestShift: RationalTime
    /// The mean distance of all boundaries, including the first and the last.
    public let meanShift: RationalTime
    /// The tolerance to which this is the solution; zero for exact slots.
    public let tolerance: RationalTime

    /// Slots per second.
    public var rate: FrameRate { FrameRate(timebase: timebase) }
    /// The unit in which one slot is one tick.
    var timebase: Timebase { Timebase(tick: slot) }

    /// Exact slots: the common divisor of all durations.
    init(exactFor sequence: PlaySequence) {
      let reduced = sequence.timeline.reduced()
      slot = reduced.timebase.tick
      let (count, overflow) = reduced.total.multipliedReportingOverflow(by: Int64(sequence.plays))
      slotCount = overflow ? .max : Int(count)
      largestShift = .zero
      meanShift = .zero
      tolerance = .zero
    }

    /// Slots of a given length for the times of all plays.
    init(
      slot: RationalTime, timeline: AnimationTimeline, tolerance: RationalTime
    ) throws(TimingError) {
      let timebase = Timebase(tick: slot)
      let moved = try timeline.rescaled(to: timebase)
      let shift = try BoundaryShift(from: timeline, to: moved)
      self.slot = slot
      slotCount = Int(moved.total)
      largestShift = try shift.largest
      meanShift = try shift.mean
      self.tolerance = tolerance
    }

    var slotCountText: String { slotCount == .max ? "too many slots" : "\(slotCount) slots" }
    /// Milliseconds in the form of the option.
    // Seconds, if milliseconds do not fit.
    var toleranceText: String {
      (try? tolerance.multiplied(by: 1000))?.fraction.text ?? tolerance.description
    }
  }
}
