package import Messages
package import Stages

/// Why frames cannot be stored in a GIF as requested.
package enum GIFError: Error, Sendable, Hashable {
  /// The GIF must be lossless, but a frame has more colours than a table holds.
  case tooManyColors(frame: Int)
}

extension GIFError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { .usage }
  package var code: FailureCode { .notExpressible }

  package var frame: Int? {
    switch self {
    case .tooManyColors(let frame): frame
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .tooManyColors(let frame):
      "frame \(frame) paints more than 255 colours, so a GIF cannot keep every pixel"
    }
  }

  package var remedy: ConversionMessage? { "leave out \(.lossless)" }
}
