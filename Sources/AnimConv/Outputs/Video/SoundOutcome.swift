internal import AnimTiming
internal import Messages
internal import Reading
internal import Stages
internal import Writing

/// What happens to the audio of an input when a video is written.
enum SoundOutcome: Sendable {
  /// There is no audio, or it is dropped on request.
  case silent
  case kept(SoundPlan)
  /// It is omitted for this reason.
  case lost(ConversionMessage)
  /// It cannot be decoded, so it is omitted for this reason.
  case unreadable(String)

  /// Audio needs frames with the timing of the input, played once; audio is cut at the same times
  /// as the frames.
  ///
  /// - Throws: ``ReadingError`` for damage under ``ReadingOptions/isStrict``.
  init(_ conversion: Conversion, _ frames: PlayedFrames, in container: VideoContainer) throws {
    guard let video = frames.source.video, video.hasSound, conversion.video.audio == .keep else {
      self = .silent
      return
    }
    guard let input = video.sound else {
      self = .lost("animconv does not decode it")
      return
    }
    if let reason = Self.obstacle(conversion, frames) {
      self = .lost(reason)
      return
    }
    let (start, end) = conversion.span(frames)
    self.init(SoundPlan(input, in: container, start: start, end: end))
    if conversion.reading.isStrict, let warning = warnings.first {
      throw ReadingError.damaged(warning)
    }
  }

  private init(_ plan: SoundPlan) {
    if plan.isEncrypted {
      self = .unreadable("it is encrypted")
    } else if plan.isHeard {
      self = .kept(plan)
    } else if plan.gaps.isEmpty {
      self = .lost("there is none at the times that are kept")
    } else {
      self = .unreadable("nothing of it can be decoded")
    }
  }

  /// The parts that are missing because they cannot be decoded.
  var warnings: [ReadingWarning] {
    switch self {
    case .silent, .lost: return []
    case .unreadable(let reason):
      return [ReadingWarning(kind: .damagedSound, detail: "the sound is left out: \(reason)")]
    case .kept(let plan):
      let gaps = plan.gaps
      let told = gaps.prefix(Self.mostGaps).map {
        "the sound cannot be decoded for \($0.length.formatted(in: .milliseconds)) from \($0.start.formatted(in: .milliseconds)) "
          + "on: there is silence instead"
      }
      let rest = gaps.count - told.count
      let last = rest > 0 ? ["the sound cannot be decoded at \(rest) more places"] : []
      return (told + last).map { ReadingWarning(kind: .damagedSound, detail: $0) }
    }
  }

  /// The largest number of parts that are listed one by one.
  private static let mostGaps = 20

  /// Why audio cannot be kept; nil if it can.
  private static func obstacle(_ conversion: Conversion, _ frames: PlayedFrames)
    -> ConversionMessage?
  {
    let forbids = conversion.constraints.contains {
      $0.property == .sound && $0.bound == .equals(false)
    }
    if forbids { return "it is not allowed there" }
    return conversion.obstacleToTimes(frames)
  }

  var kept: SoundPlan? { if case .kept(let plan) = self { plan } else { nil } }

  /// The note for users.
  var note: ConversionMessage? {
    switch self {
    case .silent, .unreadable: return nil
    case .lost(let reason): return "the sound is left out: \(reason)"
    case .kept(let plan):
      let others = plan.otherTracks
      guard others > 0 else { return nil }
      return others == 1
        ? "of two tracks of sound, the one that players play is kept"
        : "of \(others + 1) tracks of sound, the one that players play is kept"
    }
  }
}
