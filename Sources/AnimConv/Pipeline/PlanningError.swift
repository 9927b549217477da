/// Why a request makes no plan.
public enum PlanningError: Error, Sendable, Hashable {
  /// Neither the output's extension nor the request names a container.
  case containerUnknown(fileExtension: String?)
  /// A pair of files was asked for where there is only one stream.
  case pairNeedsFiles
}

extension PlanningError: StageFailure {
  public var stage: Stage { .planning }
  public var kind: FailureKind { .usage }
  public var frame: Int? { nil }

  public var reason: String {
    switch self {
    case .containerUnknown(nil): "nothing names the kind of the output"
    case .containerUnknown(let fileExtension?):
      "'.\(fileExtension)' is no output that animconv writes"
    case .pairNeedsFiles: "a pair of files cannot go to standard output"
    }
  }

  public var remedy: String? {
    switch self {
    case .containerUnknown:
      "end the output's name in .mp4, .webm or .mov, or give --container"
    case .pairNeedsFiles: "name a file"
    }
  }
}
