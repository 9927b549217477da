extension AnimationTimeline {
  /// How durations become output frames.
  public enum Schedule: Hashable, Sendable {
    /// One output frame for each input frame, each with its exact duration, including the last.
    case variable
    /// An exact constant rate: the slot is the common divisor of all durations, and a frame fills
    /// as many slots as it lasts.
    ///
    /// If this exceeds the ``AnimationTimeline/SlotBudget``, uses the largest slot that moves no
    /// frame boundary by more than `tolerance`. Without a tolerance, throws an error with the
    /// nearest solution.
    case slots(tolerance: RationalTime?)
    /// A given constant rate: each slot shows the frame that covers most of it, or the earlier one
    /// of two that cover the same. All plays together have `max(1, total x rate)` slots, rounded,
    /// halves up.
    case constant(FrameRate)
    /// Exact slots, as ``slots(tolerance:)`` makes them, if their rate is at most this one and the
    /// ``AnimationTimeline/SlotBudget`` allows their number; otherwise ``constant(_:)``. For
    /// outputs with a limited rate.
    case slotsOrConstant(FrameRate)
  }
}

extension AnimationTimeline.Schedule: CustomStringConvertible {
  /// Reads `variable`, `slots`, `fps=R` or `slots-or-fps=R` with R as in
  /// ``FrameRate/init(_:)``; nil for anything else.
  ///
  /// Not `LosslessStringConvertible`, because a tolerance is not part of the text: users give it as
  /// a setting of its own.
  public init?(parsing text: String) {
    switch text {
    case "variable": self = .variable
    case "slots": self = .slots(tolerance: nil)
    default:
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let rate = FrameRate(String(parts[1])) else { return nil }
      switch parts[0] {
      case "fps": self = .constant(rate)
      case "slots-or-fps": self = .slotsOrConstant(rate)
      default: return nil
      }
    }
  }

  /// The text that ``init(parsing:)`` reads, without a tolerance.
  public var description: String {
    switch self {
    case .variable: "variable"
    case .slots: "slots"
    case .constant(let rate): "fps=\(rate)"
    case .slotsOrConstant(let rate): "slots-or-fps=\(rate)"
    }
  }
}

extension AnimationTimeline {
  /// The limits of exact slots, beyond which the user must accept coarser ones.
  ///
  /// Durations of 30 and 70 ms need slots of 10 ms: 100 frames per second for two pictures.
  public struct SlotBudget: Hashable, Sendable {
    /// The highest rate of a slot schedule.
    public var maxFrameRate: FrameRate
    /// The largest number of slots, all plays together.
    public var maxSlots: Int

    /// The limits for a fixed rate.
    public init(maxFrameRate: FrameRate = FrameRate(60), maxSlots: Int = 36_000) {
      self.maxFrameRate = maxFrameRate
      self.maxSlots = maxSlots
    }

    /// Whether slots of this kind are within the limits.
    func allows(_ solution: AnimationTimeline.SlotSolution) -> Bool {
      solution.rate <= maxFrameRate && solution.slotCount <= maxSlots
    }
  }
}
