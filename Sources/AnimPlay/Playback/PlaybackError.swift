package import Messages
package import Stages

/// Why an animation does not have a frame.
package enum PlaybackError: Error, Sendable, Hashable {
  /// The index is out of range.
  case noFrame(Int, count: Int)
}

extension PlaybackError: StageFailure {
  package var stage: ConversionStage { .reading }
  package var kind: FailureKind { .usage }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .noFrame(let index, let count):
      "there is no frame \(index): the animation has \(count)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .noFrame(_, let count): "ask for a frame from 0 up to \(count - 1)"
    }
  }
}
