public import Stages

/// Why frames cannot become a GIF as they were asked for.
public enum GIFError: Error, Sendable, Hashable {
  /// Every pixel was to stay, and a frame paints more colours than a table holds.
  case tooManyColors(frame: Int)
}

extension GIFError: StageFailure {
  public var stage: Stage { .planning }
  public var kind: FailureKind { .usage }

  public var frame: Int? {
    switch self {
    case .tooManyColors(let frame): frame
    }
  }

  public var reason: String {
    switch self {
    case .tooManyColors(let frame):
      "frame \(frame) paints more than 255 colours, so a GIF cannot keep every pixel"
    }
  }

  public var remedy: String? { "leave out --lossless" }
}
