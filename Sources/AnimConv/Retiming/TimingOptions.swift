public import AnimTiming

/// Which frames play when.
public struct TimingOptions: Sendable, Hashable {
  /// Nil for the default of the input's kind.
  public var delays: DelayPolicy?
  /// Ranges, order, speed, plays.
  public var edits = TimingEdits()
  /// Nil for variable, or what the player needs.
  public var schedule: Schedule?
  /// What the `slots` schedule may spend.
  public var budget = SlotBudget()
  /// Output frames, all plays together; more are refused before memory is taken.
  public var maxOutputFrames = Schedule.defaultMaxOutputFrames

  public init() {}
}
