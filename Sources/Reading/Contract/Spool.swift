internal import OutputFiles
package import Stages
internal import SystemPackage
package import Threads

/// A stream that must be copied to a temporary file before it can be read: a pipe, a terminal, or a
/// socket. The file is where the conversion keeps temporary files, has no name and vanishes with
/// its descriptor.
package struct Spool: Sendable {
  private let input: FileDescriptor
  /// Whether the input is closed afterwards.
  private let ownsInput: Bool
  private let limits: ReadingLimits

  init(_ input: FileDescriptor, ownsInput: Bool, limits: ReadingLimits) {
    self.input = input
    self.ownsInput = ownsInput
    self.limits = limits
  }

  /// Copies all bytes, blocking the calling thread.
  ///
  /// - Parameter onBytes: called whenever bytes were read, on another thread.
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` for more than
  ///   ``ReadingLimits/maxSpooledBytes``, ``ReadingError/system(operation:errno:)``,
  ///   `CancellationError`.
  func run(
    cancellation: CancellationFlag?, onBytes: @escaping () -> Void = {}
  ) throws -> ByteSource {
    let finished = BoundedQueue<Result<ByteSource, any Error>>(capacity: 1)
    let id = try start(onBytes: onBytes) { _ = finished.push($0) }
    let registration = cancellation?.whenSet { StreamSpooler.shared.cancel(id) }
    defer { if let registration { cancellation?.forget(registration) } }
    return try finished.pop()!.get()
  }

  /// Copies all bytes, waiting without a thread.
  ///
  /// - Throws: like ``run(cancellation:onBytes:)``.
  package func run(
    cancellation: CancellationFlag, onBytes: @escaping @Sendable () -> Void
  ) async throws -> ByteSource {
    var registration: UInt64 = 0
    defer { cancellation.forget(registration) }
    return try await withCheckedThrowingContinuation { continuation in
      do {
        let id = try start(onBytes: onBytes) { continuation.resume(with: $0) }
        registration = cancellation.whenSet { StreamSpooler.shared.cancel(id) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private func start(
    onBytes: @escaping () -> Void, done: @escaping (Result<ByteSource, any Error>) -> Void
  ) throws -> UInt64 {
    do {
      let file = try temporaryFile()
      return try StreamSpooler.shared.start(
        StreamSpooler.Job(
          input: input, file: file, limits: limits, onBytes: onBytes
        ) { result in
          close()
          switch result {
          case .success(let count):
            done(.success(ByteSource(file, byteCount: Int64(count))))
          case .failure(let error): done(.failure(error))
          }
        })
    } catch {
      close()
      throw error
    }
  }

  private func close() {
    if ownsInput { try? input.close() }
  }
}

extension AnimationInput {
  /// Whether opening it again does not give the same content: streams, and named pipes.
  package var isReadOnce: Bool {
    switch self {
    case .standardInput, .descriptor: true
    case .path(let path): (try? Stat(path))?.type == .fifo
    case .bytes, .memory, .custom: false
    case .animations(let inputs): inputs.contains(where: \.input.isReadOnce)
    case .edit(let edit): edit.inputs.contains(where: \.isReadOnce)
    }
  }
}

/// Distinguishes streams from inputs with random access.
extension Spool {
  /// The stream to spool for an input; nil if none is needed.
  ///
  /// - Throws: like ``openFile(_:limits:onSpooling:)``.
  package init?(of input: AnimationInput, limits: ReadingLimits) throws {
    switch input {
    case .standardInput, .descriptor:
      guard let open = input.openDescriptor, try Self.isStream(open) else { return nil }
      self.init(open, ownsInput: false, limits: limits)
    case .path(let path):
      guard input.isReadOnce else { return nil }
      let descriptor = try calling("open") {
        // Does not wait for a writer.
        try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      }
      guard try Self.isStream(descriptor) else {
        try? descriptor.close()
        return nil
      }
      self.init(descriptor, ownsInput: true, limits: limits)
    case .bytes, .memory, .custom, .animations, .edit: return nil
    }
  }

  /// Whether a descriptor must be copied. A regular file at its start, as with `< file`, does not
  /// need it.
  ///
  /// - Throws: ``ReadingError/notRegularFile(_:)`` for types that cannot be copied either.
  private static func isStream(_ descriptor: FileDescriptor) throws -> Bool {
    let type = try calling("fstat") { try Stat(descriptor) }.type
    switch type {
    case .directory, .blockSpecial: throw ReadingError.notRegularFile(type.title)
    // Descriptors without seeking are copied.
    case .regular: return (try? descriptor.seek(offset: 0, from: .current)) != 0
    default: return true
    }
  }
}

/// Makes a file for what does not fit into memory.
///
/// - Parameter folder: nil for ``TemporaryStorage/folder``.
/// - Throws: ``ReadingError/system(operation:errno:)``.
func temporaryFile(in folder: FilePath? = nil) throws -> TemporaryFile {
  try calling("creating a temporary file in \(folder ?? TemporaryStorage.folder)") {
    try TemporaryFile(in: folder)
  }
}
