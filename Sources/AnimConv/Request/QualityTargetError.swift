package import Messages
package import Stages

/// Why no quality was found.
package enum QualityTargetError: Error, Sendable, Hashable {
  /// The best quality is not good enough.
  case unreachable(Conversion.QualityTarget, best: Double)
  /// A few frames, encoded with the best quality, are not good enough.
  case belowBest(Conversion.QualityTarget, best: Double, offers444: Bool)
  /// One chroma sample for four pixels rules it out, whatever the quality.
  case belowCeiling(Conversion.QualityTarget, ceiling: Double, offers444: Bool)
  /// The output is lossless, or its quality is not a number.
  case noQuality(kind: String)
  /// Colour and alpha are separate pictures, which cannot be compared with the source.
  case separateAlpha(ConversionMessage)
}

extension QualityTargetError: StageFailure {
  package var stage: ConversionStage {
    if case .unreachable = self { .checking } else { .planning }
  }

  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .unreachable(_, let best), .belowBest(_, let best, _), .belowCeiling(_, let best, _):
      .belowQuality(best: best)
    case .noQuality: .notExpressible
    case .separateAlpha: .invalidRequest
    }
  }

  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .unreachable(let target, let best):
      """
      no quality has an \(target.measure.title) of at least \(target.text); \
      the best has \(target.measure.text(best))
      """
    case .belowBest(let target, let best, _):
      """
      the best quality has an \(target.measure.title) of about \(target.measure.text(best)) here, \
      which is below \(target.text)
      """
    case .belowCeiling(let target, let ceiling, _):
      """
      one colour sample for 2x2 pixels (4:2:0) allows an \
      \(target.measure.title) of about \(target.measure.text(ceiling)) here, whatever the quality, \
      which is below \(target.text)
      """
    case .noQuality(let kind): "\(kind) has no quality that could be chosen by \(.target)"
    case .separateAlpha(let setting): "\(.target) cannot be used with \(setting)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .unreachable: "ask for less, or write a WebP with \(.lossless, true) instead"
    case .belowBest(_, _, let offers444), .belowCeiling(_, _, let offers444):
      (offers444 ? "use \(.chroma, 444, swift: ".yuv444"), " as ConversionMessage : "")
        + "ask for less, or write a WebP with \(.lossless, true) instead"
    case .noQuality:
      "choose a video with a constant rate factor, a GIF, a WebP, an AVIF or a JPEG XL"
    case .separateAlpha: "leave out one of them"
    }
  }
}

extension Conversion.QualityTarget {
  fileprivate var text: String {
    least == least.rounded() && measure == .ssimulacra2 ? "\(Int(least))" : "\(least)"
  }
}
