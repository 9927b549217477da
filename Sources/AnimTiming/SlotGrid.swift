/// Slots of equal length in the ticks of an output.
///
/// Without a container, a tick is a slot. In a container whose ticks cannot express the slot, every
/// slot boundary moves to the nearest tick, halves to the later one.
struct SlotGrid {
  /// The unit of the output.
  let timebase: Timebase
  /// Ticks of ``timebase`` per slot.
  private let ticksPerSlot: Fraction
  private let slotCount: Int

  /// - Throws: ``TimingError/rateBeyondContainer(_:_:)`` if a slot is shorter than a tick,
  ///   ``TimingError/outOfRange`` if the end of the last slot does not fit.
  init(slot: Timebase, container: Timebase?, slotCount: Int) throws(TimingError) {
    timebase = container ?? slot
    ticksPerSlot = try slot.ratio(to: timebase)
    self.slotCount = slotCount
    if ticksPerSlot < Fraction(1) {
      throw .rateBeyondContainer(FrameRate(timebase: slot), timebase)
    }
    // Rounding may add a tick to this.
    let end = Int128(slotCount) * Int128(ticksPerSlot.numerator)
    if end / Int128(ticksPerSlot.denominator) >= Int128(Int64.max) { throw .outOfRange }
  }

  /// The start of a slot in ticks of ``timebase``.
  func tick(of slot: Int64) -> Int64 {
    Int64(
      roundedQuotient(
        Int128(slot) * Int128(ticksPerSlot.numerator), Int128(ticksPerSlot.denominator)))
  }

  /// One output frame per slot.
  func entries(_ positions: [Int32]) throws(TimingError) -> OutputTiming.Entries {
    if ticksPerSlot.denominator == 1 {
      return OutputTiming.Entries(positions: positions, step: ticksPerSlot.numerator)
    }
    return OutputTiming.Entries(
      positions: positions,
      timeline: try AnimationTimeline(
        boundaries: (0...Int64(slotCount)).map(tick(of:)), timebase: timebase))
  }

  /// Measures the distance of this grid's boundaries from those of `timeline`.
  func shift(of timeline: AnimationTimeline) throws(TimingError) -> BoundaryShift {
    try BoundaryShift(trueUnit: timeline.timebase, shownUnit: timebase)
  }
}
