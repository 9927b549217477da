/// How far exact slots may go before a coarser slot has to be agreed to.
///
/// Durations of 30 and 70 ms need slots of 10 ms: 100 frames per second for two pictures.
public struct SlotBudget: Hashable, Sendable {
  /// The highest rate of a slot schedule.
  public var maxFrameRate: FrameRate
  /// The largest number of slots, all plays together.
  public var maxSlots: Int

  public init(maxFrameRate: FrameRate = FrameRate(60), maxSlots: Int = 36_000) {
    self.maxFrameRate = maxFrameRate
    self.maxSlots = maxSlots
  }

  /// Whether slots of this kind are within the budget.
  func allows(_ solution: SlotSolution) -> Bool {
    solution.rate <= maxFrameRate && solution.slotCount <= maxSlots
  }
}
