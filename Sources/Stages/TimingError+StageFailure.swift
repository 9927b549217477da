public import AnimTiming

extension TimingError: StageFailure {
  /// Retiming.
  public var stage: ConversionStage { .retiming }

  /// A fault of what was asked for, or of the input.
  public var kind: FailureKind {
    switch self {
    case .zeroDelay, .missingDelay, .negativeDelay, .tooManyOutputFrames, .tooLong,
      .slotBudgetExceeded,
      .noFrames, .outOfRange, .noCommonTimebase, .frameVanishes:
      .damagedInput
    default: .usage
    }
  }

  /// The frame whose time it is about, if it is one.
  public var frame: Int? {
    switch self {
    case .zeroDelay(let frame), .missingDelay(let frame), .negativeDelay(let frame),
      .nonPositiveDuration(let frame), .frameVanishes(let frame, _):
      frame
    default: nil
    }
  }
}
