public import SystemPackage

/// Where an input comes from. A path can be written as a string literal.
public enum Input: Sendable, Hashable {
  /// A file or folder. Any bytes that the system takes as a path, not only valid UTF-8.
  case path(FilePath)
  /// A whole file in memory; the name is for messages only.
  case bytes([UInt8], name: String)
  /// Standard input, spooled to a temporary file because a survey has to come first.
  case standardInput
  /// Frames that the caller's own source yields.
  case custom(CustomInput)

  /// Whether the caller's own source yields the frames.
  package var isCustom: Bool { if case .custom = self { true } else { false } }

  /// What to call it in messages.
  public var name: String {
    switch self {
    case .path(let path): path.string
    case .bytes(_, let name): name
    case .standardInput: "standard input"
    case .custom(let custom): custom.name
    }
  }
}

extension Input: ExpressibleByStringLiteral {
  /// The file or folder with this path.
  public init(stringLiteral path: String) { self = .path(FilePath(path)) }
}
