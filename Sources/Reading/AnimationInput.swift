public import SystemPackage

/// Where an input comes from. A path can be written as a string literal.
public enum AnimationInput: Sendable, Hashable {
  /// A file or folder. Any bytes that the system takes as a path, not only valid UTF-8.
  case path(FilePath)
  /// A whole file in memory; the name is for messages only.
  case bytes([UInt8], name: String)
  /// A whole file in memory that somebody else owns, such as a mapped one.
  case memory(InputBytes)
  /// Standard input, spooled to a temporary file because a survey has to come first.
  case standardInput
  /// What an open descriptor gives, as standard input does: a file from its start, or a stream. The
  /// caller keeps it and closes it after the input has been opened.
  case descriptor(FileDescriptor, name: String)
  /// Frames that the caller's own source yields.
  case custom(CustomInput)
  /// Several inputs, each an animation of its own, for one sheet that keeps them apart. None may be a
  /// stream, since they are opened one after another and again.
  case animations([NamedInput])

  /// Whether the caller's own source yields the frames.
  package var isCustom: Bool { if case .custom = self { true } else { false } }

  /// What to call it in messages.
  public var name: String {
    switch self {
    case .path(let path): path.string
    case .bytes(_, let name): name
    case .memory(let bytes): bytes.name
    case .standardInput: "standard input"
    case .descriptor(_, let name): name
    case .custom(let custom): custom.name
    case .animations(let inputs):
      inputs.count > 4
        ? inputs.prefix(3).map(\.input.name).joined(separator: " + ") + " and "
          + "\(inputs.count - 3) more"
        : inputs.map(\.input.name).joined(separator: " + ")
    }
  }
}

extension AnimationInput {
  /// The file or folder with this path.
  public init(_ path: String) { self = .path(FilePath(path)) }

  /// A whole file in memory, such as a `Data`; it is copied unless it is an array.
  ///
  /// - Parameter name: for messages only.
  public init(bytes: some Sequence<UInt8>, name: String) {
    self = .bytes(bytes as? [UInt8] ?? Array(bytes), name: name)
  }

  /// What is read as a stream or a file that is open already; nil for all others.
  var openDescriptor: FileDescriptor? {
    switch self {
    case .standardInput: .standardInput
    case .descriptor(let descriptor, _): descriptor
    case .path, .bytes, .memory, .custom, .animations: nil
    }
  }

  /// The inputs that are animations of their own here; the input itself unless there are several.
  package var parts: [AnimationInput] {
    if case .animations(let inputs) = self { inputs.map(\.input) } else { [self] }
  }
}

extension AnimationInput: ExpressibleByStringLiteral {
  /// The file or folder with this path.
  public init(stringLiteral path: String) { self = .path(FilePath(path)) }
}
