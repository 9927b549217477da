internal import AnimTiming
internal import Messages
internal import Stages

/// An error of a program's own ``Conversion/Timing/DelayRule``.
enum DelayRuleError: Error {
  /// It threw an error of its own.
  case failed(any Error)
  /// It did not return a duration for each delay.
  case count(Int, frames: Int)
  /// A duration is not above zero.
  case noDuration(RationalTime, frame: Int)
}

extension DelayRuleError: ProgramFailure {
  package var stage: ConversionStage { .retiming }
  package var kind: FailureKind { .customSource }

  package var own: (any Error)? { if case .failed(let error) = self { error } else { nil } }

  package var frame: Int? { if case .noDuration(_, let frame) = self { frame } else { nil } }

  package var reason: ConversionMessage {
    switch self {
    case .failed(let error): "the delay rule says: \(error)"
    case .count(let count, let frames):
      "the delay rule returned \(count) durations for \(frames) frames"
    case .noDuration(let time, let frame):
      "the delay rule returned \(time) for frame \(frame)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .failed: nil
    case .count: "return one duration for each delay"
    case .noDuration: "return durations above zero"
    }
  }
}

extension Conversion.Timing.DelayRule {
  /// The duration of each frame.
  ///
  /// - Throws: ``DelayRuleError``, and errors of the rule that conform to ``StageFailure``.
  func delays(_ stored: some Collection<Delay>) throws -> [RationalTime] {
    let times: [RationalTime]
    do { times = try durations(Array(stored)) } catch {
      throw error is any StageFailure ? error : DelayRuleError.failed(error)
    }
    guard times.count == stored.count else {
      throw DelayRuleError.count(times.count, frames: stored.count)
    }
    if let frame = times.firstIndex(where: { $0 <= .zero }) {
      throw DelayRuleError.noDuration(times[frame], frame: frame)
    }
    return times
  }
}
