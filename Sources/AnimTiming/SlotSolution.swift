/// One way to lay frames on slots of equal length.
public struct SlotSolution: Hashable, Sendable {
  /// How long one slot lasts.
  public let slot: RationalTime
  /// How many slots all plays take; `Int.max` when there are even more.
  public let slotCount: Int
  /// How far the frame boundary that moves most moves.
  public let largestShift: RationalTime
  /// How far the boundaries move on average, the first and the last one included.
  public let meanShift: RationalTime
  /// The tolerance that this is the solution of; zero for exact slots.
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
    slot: RationalTime, timeline: Timeline, tolerance: RationalTime
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
  /// Milliseconds as the option wants them.
  // Seconds say the same where milliseconds do not fit.
  var toleranceText: String { (try? tolerance * 1000)?.fraction.text ?? tolerance.description }
}
