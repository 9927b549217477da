public import AnimTiming

extension Conversion {
  /// Which frames are shown when.
  public struct Timing: Sendable, Hashable {
    /// Nil for the default of the input's kind.
    public var delays: DelayPolicy?
    /// The duration of each frame of the input, each above zero; one is for all frames. They
    /// replace the input's delays, so the policy does not apply. Empty keeps the delays of the
    /// input.
    public var frameDelays: [RationalTime] = []
    /// A program's own rule for durations, in place of a policy; nil for none. ``frameDelays`` take
    /// precedence over it.
    public var delayRule: Conversion.Timing.DelayRule?
    /// Ranges, order, speed, plays.
    public var edits = TimingEdits()
    /// The single frame to keep, among those that the edits keep; nil for all. A sheet of this
    /// frame has no data files unless they are requested.
    public var poster: Conversion.Poster?
    /// How `edits.select` detects shots.
    public var scenes = Conversion.Timing.Scenes()
    /// The content-based result for `edits.at`; nil if it was not requested.
    var selected: SelectedFrames?
    /// Nil for variable durations, or for what the player needs.
    public var schedule: AnimationTimeline.Schedule?
    /// The limits of the `slots` schedule.
    public var budget = AnimationTimeline.SlotBudget()
    /// The largest number of output frames in all plays; more are refused before memory is
    /// allocated.
    public var maxOutputFrames = AnimationTimeline.Schedule.defaultMaxOutputFrames

    /// Every frame once, with the input's timing.
    public init() {}

    /// Whether the policy does not apply.
    var replacesDelays: Bool { !frameDelays.isEmpty || delayRule != nil }

    /// Whether no delay policy or edit overrides the durations.
    package var keepsDurations: Bool {
      delays == nil && !replacesDelays && schedule == nil && edits == TimingEdits()
    }
  }
}

/// Which frames are kept: every n-th, or one per interval.
package enum KeptFrames: Sendable, Hashable {
  /// Every n-th frame, from 1.
  case step(Int)
  /// The frames that are shown at multiples of a time above zero.
  case interval(RationalTime)

  /// Digits alone are a number of frames; a time has a unit or a colon.
  package init?(parsing text: String) {
    if let step = Int(text) {
      guard step > 0 else { return nil }
      self = .step(step)
    } else {
      guard let time = RationalTime(withUnit: text), time > .zero else { return nil }
      self = .interval(time)
    }
  }

  /// The allowed values of `TimingEdits.every`.
  package var step: Int { if case .step(let step) = self { step } else { 1 } }
  /// The allowed values of `TimingEdits.interval`.
  package var interval: RationalTime? { if case .interval(let time) = self { time } else { nil } }
}
