package import Messages
package import Stages

/// Why a frame cannot be recorded.
package enum RecordingError: Error, Sendable, Hashable {
  /// The temporary file would exceed its limit.
  case tooManyBytes(frame: Int, bytes: Int, limit: Int)
}

extension RecordingError: StageFailure {
  package var stage: ConversionStage { .writing }
  package var kind: FailureKind { .inputOutput }
  package var frame: Int? {
    switch self {
    case .tooManyBytes(let frame, _, _): frame
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .tooManyBytes(_, let bytes, let limit):
      "the temporary file of the recording has \(bytes) bytes, over the limit of \(limit)"
    }
  }

  package var remedy: ConversionMessage? {
    "raise the limit of the temporary file, or record fewer or smaller frames"
  }
}
