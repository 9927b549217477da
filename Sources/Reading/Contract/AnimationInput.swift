public import SystemPackage

/// The source of an input. A path can be written as a string literal.
public enum AnimationInput: Sendable, Hashable {
  /// A file or folder. A path may be any bytes, not only valid UTF-8.
  case path(FilePath)
  /// A whole file in memory; the name is only for messages.
  case bytes([UInt8], name: String)
  /// A whole file in memory with another owner, such as a mapped file.
  case memory(AnimationInput.Bytes)
  /// Standard input, copied to a temporary file because the survey comes first.
  case standardInput
  /// An open descriptor, like standard input: a file from its start, or a stream. The caller keeps
  /// it and closes it after the input was opened.
  case descriptor(FileDescriptor, name: String)
  /// Frames from the caller's own source.
  case custom(CustomInput)
  /// Several inputs for one sheet, each a separate animation. None may be a stream, because they
  /// are opened repeatedly.
  case animations([AnimationInput.Named])
  /// Clips of other inputs, one after another.
  indirect case edit(AnimationEdit)

  /// Whether the frames come from the caller's own source.
  package var isCustom: Bool {
    switch self {
    case .custom: true
    case .edit(let edit): edit.transform != nil || edit.inputs.contains(where: \.isCustom)
    case .animations(let inputs): inputs.contains(where: \.input.isCustom)
    case .path, .bytes, .memory, .standardInput, .descriptor: false
    }
  }

  /// Its name in messages.
  public var name: String {
    switch self {
    case .path(let path): path.string
    case .bytes(_, let name): name
    case .memory(let bytes): bytes.name
    case .standardInput: "standard input"
    case .descriptor(_, let name): name
    case .custom(let custom): custom.name
    case .animations(let inputs): Self.joined(inputs.map(\.input.name))
    case .edit(let edit): Self.joined(edit.clips.map(\.input.name))
    }
  }

  private static func joined(_ names: [String]) -> String {
    names.count > 4
      ? names.prefix(3).joined(separator: " + ") + " and \(names.count - 3) more"
      : names.joined(separator: " + ")
  }
}

extension AnimationInput {
  /// The file or folder with this path.
  public init(_ path: String) { self = .path(FilePath(path)) }

  /// A whole file in memory, such as a `Data`; it is copied unless it is an array.
  ///
  /// - Parameter name: only for messages.
  public init(bytes: some Sequence<UInt8>, name: String) {
    self = .bytes(bytes as? [UInt8] ?? Array(bytes), name: name)
  }

  /// The stream or open file; nil for other inputs.
  var openDescriptor: FileDescriptor? {
    switch self {
    case .standardInput: .standardInput
    case .descriptor(let descriptor, _): descriptor
    case .path, .bytes, .memory, .custom, .animations, .edit: nil
    }
  }

  /// The inputs that it consists of; the input itself unless there are several.
  package var parts: [AnimationInput] {
    switch self {
    case .animations(let inputs): inputs.map(\.input)
    case .edit(let edit): edit.inputs.flatMap(\.parts)
    default: [self]
    }
  }
}

extension AnimationInput: ExpressibleByStringLiteral {
  /// The file or folder with this path.
  public init(stringLiteral path: String) { self = .path(FilePath(path)) }
}
