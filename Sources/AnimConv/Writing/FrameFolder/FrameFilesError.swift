/// Why frames cannot become the files that were asked for.
public enum FrameFilesError: Error, Sendable, Hashable {
  /// Names may not start so.
  case name(String, String)
  /// A number is out of range.
  case outOfRange(option: String, value: Int, allowed: ClosedRange<Int>)
  /// Two options contradict each other.
  case conflict(String, String)
  /// More than a zip archive can hold.
  case archiveTooLarge(String)
}

extension FrameFilesError: StageFailure {
  public var stage: Stage { .planning }
  public var kind: FailureKind { .usage }
  public var frame: Int? { nil }

  public var reason: String {
    switch self {
    case .name(let name, let problem): "the name \(quoted(name)) of frames \(problem)"
    case .outOfRange(let option, let value, let allowed):
      "expected \(allowed.lowerBound) to \(allowed.upperBound) for \(option), but got \(value)"
    case .conflict(let option, let other): "\(option) and \(other) exclude each other"
    case .archiveTooLarge(let detail): "a zip archive cannot hold \(detail)"
    }
  }

  public var remedy: String? {
    switch self {
    case .name: "give another --name"
    case .archiveTooLarge: "write a folder"
    default: nil
    }
  }
}
