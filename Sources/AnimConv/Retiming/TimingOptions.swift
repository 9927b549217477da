public import AnimTiming

/// Which frames play when.
public struct TimingOptions: Sendable, Hashable {
  /// Nil for the default of the input's kind.
  public var delays: DelayPolicy?
  /// Ranges, order, speed, plays.
  public var edits = TimingEdits()
  /// The one frame to keep, of those that the edits leave; nil for all. A sheet of it has no data
  /// beside it unless that is asked for.
  public var poster: Poster?
  /// How `edits.select` tells shots from one another.
  public var scenes = SceneOptions()
  /// What `edits.at` was decided to be by what frames show; nil where that was not asked for.
  var selected: SelectedFrames?
  /// Nil for variable, or what the player needs.
  public var schedule: Schedule?
  /// What the `slots` schedule may spend.
  public var budget = SlotBudget()
  /// Output frames, all plays together; more are refused before memory is taken.
  public var maxOutputFrames = Schedule.defaultMaxOutputFrames

  /// Every frame once, when the input shows it.
  public init() {}

  /// Whether nobody says how long a frame is, neither for other players nor by an edit.
  package var keepsDurations: Bool { delays == nil && schedule == nil && edits == TimingEdits() }
}

/// Which frames are kept: every so many, or every so often.
package enum KeptFrames: Sendable, Hashable {
  /// Every n-th frame, from 1.
  case step(Int)
  /// The frames that are shown at the multiples of a time above zero.
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

  /// What `TimingEdits.every` has to be.
  package var step: Int { if case .step(let step) = self { step } else { 1 } }
  /// What `TimingEdits.interval` has to be.
  package var interval: RationalTime? { if case .interval(let time) = self { time } else { nil } }
}
