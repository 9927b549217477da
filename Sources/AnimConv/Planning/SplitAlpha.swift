package import AnimTiming
package import Messages
package import Stages
internal import Writing

/// Why colour and alpha cannot be stored separately.
package enum SplitAlphaError: Error, Sendable, Hashable {
  /// The output is not an MP4.
  case needsMP4(Conversion.Shaping.Alpha, OutputKind)
  /// Variable frame durations were requested.
  case needsConstantRate(Conversion.Shaping.Alpha)
  /// The rate is not a whole number of frames per second.
  case fractionalRate(FrameRate, Conversion.Shaping.Alpha)
  /// The exact slots are too many or too fast; with their rate.
  case slotsOverBudget(TimingError, exact: FrameRate)

  /// Throws if players of such videos cannot use a rate.
  ///
  /// - Parameter rate: nil for variable durations.
  static func check(_ rate: FrameRate?, for mode: Conversion.Shaping.Alpha) throws(SplitAlphaError)
  {
    guard let rate else { throw .needsConstantRate(mode) }
    if rate.denominator != 1 { throw .fractionalRate(rate, mode) }
  }
}

extension SplitAlphaError {
  /// A timing error with a remedy that players of such videos allow, because no tolerance makes a
  /// rate a whole number.
  static func suited(_ error: TimingError) -> any Error {
    guard case .slotBudgetExceeded(let exact, _, _, _) = error else { return error }
    return SplitAlphaError.slotsOverBudget(error, exact: exact.rate)
  }
}

extension SplitAlphaError: StageFailure {
  package var stage: ConversionStage { timing?.stage ?? .planning }
  package var kind: FailureKind { timing?.kind ?? .usage }
  package var frame: Int? { nil }

  private var timing: TimingError? {
    if case .slotsOverBudget(let error, _) = self { error } else { nil }
  }

  package var reason: ConversionMessage {
    switch self {
    case .needsMP4(let mode, let kind):
      "\(mode.setting) is for MP4, whose codecs have no alpha, and not for \(kind.title)"
    case .needsConstantRate(let mode):
      "\(mode.setting) and \(.schedule, case: "variable") cannot be used together: its "
        + "players count frames at one rate"
    case .fractionalRate(let rate, let mode):
      "players of \(mode.setting) need a whole number of frames per second, not \(rate)"
    case .slotsOverBudget(let error, _): error.reason
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .needsMP4(let mode, .video(.webm)):
      "leave out \(mode.setting): WebM keeps transparency in the one file, with VP9 and VP8"
    case .needsMP4(let mode, .video(.mov)):
      "leave out \(mode.setting): MOV keeps transparency in the one file, with ProRes"
    case .needsMP4: "end the output's name in .mp4"
    case .needsConstantRate:
      "use \(.schedule, "slots", swift: ".slots(tolerance: nil)"), which is exact, or "
        + "\(.schedule, "fps=R", swift: ".constant(R)")"
    case .fractionalRate(let rate, _): rate.wholeRateRemedy
    case .slotsOverBudget(let error, _): error.wholeRateRemedy
    }
  }
}

extension Conversion.Shaping.Alpha {
  /// The setting that selects it.
  var setting: ConversionMessage {
    switch self {
    case .pair: "\(.alphaPair, swift: "shaping.alpha = .pair")"
    case .mix: "\(.alphaMix, swift: "shaping.alpha = .mix")"
    default: "\(.alpha, rawValue, swift: ".\(self)")"
    }
  }
}

extension Conversion {
  /// The same request adapted for separate colour and alpha images: MP4 with a constant frame rate,
  /// because their players count frames.
  ///
  /// - Throws: ``SplitAlphaError``.
  package func suitedToSplitAlpha(_ kind: OutputKind) throws(SplitAlphaError) -> Conversion {
    guard let mode = shaping.alpha, mode.separatesAlpha else { return self }
    guard kind == .video(.mp4) else { throw .needsMP4(mode, kind) }
    if timing.schedule == .variable { throw .needsConstantRate(mode) }
    var suited = self
    suited.timing.schedule = timing.schedule ?? .slots(tolerance: nil)
    return suited
  }
}
