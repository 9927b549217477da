internal import AnimTiming
package import Messages
package import Stages

/// Why frames cannot become thumbnails of a film.
package enum StoryboardError: Error, Sendable, Hashable {
  /// The player assumes equal steps, but this frame's duration differs from that of the first.
  case unequalSteps(player: String, frame: Int)
  /// A time or a size exceeds the range of the file.
  case tooLarge(String)
}

extension StoryboardError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { .usage }
  package var code: FailureCode { .notExpressible }
  package var frame: Int? { if case .unequalSteps(_, let frame) = self { frame } else { nil } }

  package var reason: ConversionMessage {
    switch self {
    case .unequalSteps(let player, _):
      "\(player) needs thumbnails in equal steps, but this one is shown for a different time"
    case .tooLarge(let what): "a BIF cannot hold \(what)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .unequalSteps:
      "use \(.schedule, "fps=1/10", swift: ".constant(FrameRate(1, 10))") for one every 10 s"
    case .tooLarge:
      "choose fewer frames with \(.every, "10s", swift: ".seconds(10)", at: "timing.edits.interval")"
    }
  }
}

extension PlayedFrames {
  /// The time from each frame to the next; the last may be shorter.
  ///
  /// - Throws: ``StoryboardError/unequalSteps(player:frame:)``.
  func interval(of player: String) throws -> RationalTime {
    let first = timeline.duration(of: 0)
    for frame in 0..<count {
      let duration = timeline.duration(of: frame)
      if duration != first, frame < count - 1 || duration > first {
        throw StoryboardError.unequalSteps(player: player, frame: frame)
      }
    }
    return try RationalTime(ticks: first, timebase: timeline.timebase)
  }
}
