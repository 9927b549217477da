public import AnimTiming

extension TimingError: StageFailure {
  public var stage: Stage { .retiming }

  public var kind: FailureKind {
    switch self {
    case .zeroDelay, .missingDelay, .negativeDelay, .tooManyOutputFrames, .slotBudgetExceeded,
      .noFrames, .outOfRange, .noCommonTimebase, .frameVanishes:
      .damagedInput
    default: .usage
    }
  }

  public var frame: Int? {
    switch self {
    case .zeroDelay(let frame), .missingDelay(let frame), .negativeDelay(let frame),
      .nonPositiveDuration(let frame), .frameVanishes(let frame, _):
      frame
    default: nil
    }
  }
}
