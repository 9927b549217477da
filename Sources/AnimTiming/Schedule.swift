/// How durations become the frames of an output.
public enum Schedule: Hashable, Sendable {
  /// One output frame for each frame, each with its exact duration, the last one too.
  case variable
  /// A constant rate that is exact: the slot is the common divisor of all durations, and a frame
  /// fills as many slots as it lasts.
  ///
  /// Over the ``SlotBudget``, the largest slot is taken for which no frame boundary moves by more
  /// than `tolerance`; without it that is an error which carries the nearest solution.
  case slots(tolerance: RationalTime?)
  /// A constant rate that is given: each slot shows the frame that covers most of it, the earlier
  /// one on a tie. All plays together have `max(1, total x rate)` slots, rounded, a half up.
  case constant(FrameRate)
  /// Exact slots, as ``slots(tolerance:)`` makes them, where their rate is at most this one and they
  /// are no more than the ``SlotBudget`` allows; otherwise ``constant(_:)``. For outputs whose rate
  /// has a limit.
  case slotsOrConstant(FrameRate)
}

extension Schedule: CustomStringConvertible {
  /// Reads `variable`, `slots`, `fps=R` or `slots-or-fps=R` with R as in
  /// ``FrameRate/init(parsing:)``; nil for anything else. A tolerance is not part of the text.
  public init?(parsing text: String) {
    switch text {
    case "variable": self = .variable
    case "slots": self = .slots(tolerance: nil)
    default:
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let rate = FrameRate(parsing: String(parts[1])) else { return nil }
      switch parts[0] {
      case "fps": self = .constant(rate)
      case "slots-or-fps": self = .slotsOrConstant(rate)
      default: return nil
      }
    }
  }

  /// The text that ``init(parsing:)`` reads.
  public var description: String {
    switch self {
    case .variable: "variable"
    case .slots: "slots"
    case .constant(let rate): "fps=\(rate)"
    case .slotsOrConstant(let rate): "slots-or-fps=\(rate)"
    }
  }
}

/// How far exact slots may go before a coarser slot has to be agreed to.
///
/// Durations of 30 and 70 ms need slots of 10 ms: 100 frames per second for two pictures.
public struct SlotBudget: Hashable, Sendable {
  /// The highest rate of a slot schedule.
  public var maxFrameRate: FrameRate
  /// The largest number of slots, all plays together.
  public var maxSlots: Int

  /// The most that a fixed rate may take.
  public init(maxFrameRate: FrameRate = FrameRate(60), maxSlots: Int = 36_000) {
    self.maxFrameRate = maxFrameRate
    self.maxSlots = maxSlots
  }

  /// Whether slots of this kind are within the budget.
  func allows(_ solution: SlotSolution) -> Bool {
    solution.rate <= maxFrameRate && solution.slotCount <= maxSlots
  }
}
