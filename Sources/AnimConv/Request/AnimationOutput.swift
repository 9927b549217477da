public import SystemPackage
internal import Threads

/// The destination of an output. A path can be written as a string literal.
///
/// A destination without a name needs ``Conversion/kind`` and holds one file; sheets, folders and
/// pairs of files need names.
public enum AnimationOutput: Sendable, Hashable {
  /// A file that appears when it is complete. If the path is a device or a pipe, the finished file
  /// is written to it.
  case file(FilePath)
  /// Standard output, which receives the finished file.
  case standardOutput
  /// An open descriptor, which receives the finished file from its current position. The caller
  /// keeps it and closes it after the conversion.
  case descriptor(FileDescriptor, name: String)
  /// Memory.
  case bytes(AnimationOutput.Bytes)

  /// Its name in messages.
  public var name: String {
    switch self {
    case .file(let path): path.string
    case .standardOutput: "standard output"
    case .descriptor(_, let name): name
    case .bytes(let bytes): bytes.name
    }
  }
}

extension AnimationOutput {
  /// The file or folder with this path.
  public init(_ path: String) { self = .file(FilePath(path)) }
}

extension AnimationOutput: ExpressibleByStringLiteral {
  /// The file or folder with this path.
  public init(stringLiteral path: String) { self = .file(FilePath(path)) }
}

extension AnimationOutput {
  /// An output in the memory of a program.
  ///
  /// ```swift
  /// let webP = OutputBytes(name: "sticker")
  /// var conversion = Conversion(input: "in.gif", output: .bytes(webP))
  /// conversion.kind = .webp
  /// try await Converter(conversion).run()
  /// upload(webP.value)
  /// ```
  public final class Bytes: Sendable {
    /// Its name in messages.
    public let name: String
    private let bytes = GuardedState<[UInt8]>([])

    /// - Parameter name: its name in messages.
    public init(name: String = "the output") { self.name = name }

    /// The whole file after a successful conversion; empty before.
    public var value: [UInt8] { bytes.withLock { $0 } }

    func set(_ value: [UInt8]) { bytes.withLock { $0 = value } }
  }
}

/// Two are equal when they are the same object.
extension AnimationOutput.Bytes: Hashable {
  /// Whether both are the same object.
  public static func == (one: AnimationOutput.Bytes, other: AnimationOutput.Bytes) -> Bool {
    one === other
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
