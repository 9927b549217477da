public import AnimTiming

extension TimingError: StageFailure {
  /// Retiming.
  public var stage: ConversionStage { .retiming }

  /// A fault of the request or of the input.
  public var kind: FailureKind {
    switch self {
    case .zeroDelay, .missingDelay, .negativeDelay, .tooManyOutputFrames, .tooLong,
      .slotBudgetExceeded,
      .noFrames, .outOfRange, .noCommonTimebase, .frameVanishes:
      .damagedInput
    default: .usage
    }
  }

  /// The frame with the unusable time, if there is one.
  public var frame: Int? {
    switch self {
    case .zeroDelay(let frame), .missingDelay(let frame), .negativeDelay(let frame),
      .nonPositiveDuration(let frame), .frameVanishes(let frame, _):
      frame
    default: nil
    }
  }
}
