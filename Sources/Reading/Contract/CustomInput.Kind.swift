internal import Stages
internal import SystemPackage
internal import Threads

extension CustomInput {
  /// A kind of file that a program reads itself, in any form of input: a path, bytes, a stream, a
  /// clip of an edit.
  ///
  /// ```swift
  /// conversion.reading.kinds = [
  ///   CustomInput.Kind(
  ///     name: "tile animation", recognizes: { head, _ in head.starts(with: "TILE".utf8) },
  ///     open: { file, _ in try TileAnimation(file) })
  /// ]
  /// ```
  ///
  /// Its sources are checked like those of a ``CustomInput``. Two are equal if they are the same
  /// object.
  public final class Kind: Sendable {
    /// Its name in messages.
    public let name: String
    private let recognizes: @Sendable ([UInt8], String) -> Bool
    private let makeSource: @Sendable (CustomInput.File, ReadingOptions) throws -> any FrameSource

    /// - Parameters:
    ///   - name: its name in messages.
    ///   - recognizes: whether a file is of this kind, by its first bytes, at least 64 unless the file
    ///     is shorter, and its name. Asked before the kinds that animconv knows.
    ///   - open: makes a source positioned before its first frame. Different threads use the sources
    ///     in parallel, each used by one thread.
    public init(
      name: String, recognizes: @escaping @Sendable (_ head: [UInt8], _ fileName: String) -> Bool,
      open: @escaping @Sendable (CustomInput.File, ReadingOptions) throws -> any FrameSource
    ) {
      self.name = name
      self.recognizes = recognizes
      makeSource = open
    }

    func recognizes(_ head: [UInt8], of input: AnimationInput) -> Bool {
      if case .path(let path) = input {
        return recognizes(head, path.lastComponent?.string ?? path.string)
      }
      return recognizes(head, input.name)
    }

    /// - Throws: ``CustomSourceError``.
    func open(_ source: ByteSource, _ options: ReadingOptions) throws -> any FrameSource {
      let made = try CheckedSource.telling(nil) {
        try makeSource(CustomInput.File(source), options)
      }
      return try CheckedSource(made, limits: options.limits, flag: CancellationFlag())
    }
  }

  /// The bytes of an input, wherever they are. Any number of threads may read them.
  public struct File: Sendable {
    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    /// The number of bytes when it was opened.
    public var byteCount: Int64 { source.byteCount }

    /// A range of its bytes, fewer at its end.
    ///
    /// - Throws: a ``StageFailure`` if the system cannot read; `CancellationError`.
    public func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
      try [UInt8](unsafeUninitializedCapacity: max(0, count)) { space, filled in
        filled = try source.read(at: offset, into: UnsafeMutableRawBufferPointer(space))
      }
    }
  }
}

extension CustomInput.Kind: Hashable {
  /// Whether both are the same object.
  public static func == (a: CustomInput.Kind, b: CustomInput.Kind) -> Bool { a === b }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
