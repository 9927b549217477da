internal import CLibrary
package import SystemPackage
internal import Threads

/// Where a conversion keeps files that do not fit into memory, and how many bytes they may have.
///
/// Bound to a task or thread, it applies to every ``TemporaryFile`` that is made there.
package final class TemporaryStorage: Sendable {
  @TaskLocal package static var current: TemporaryStorage?

  /// Nil for the default of each file.
  package let folder: FilePath?
  private let allowed: Int64
  private let used = GuardedState<Int64>(0)

  /// - Parameter maxBytes: bytes of all files together; nil for no limit.
  package init(folder: FilePath?, maxBytes: Int64?) {
    self.folder = folder
    allowed = maxBytes ?? .max
  }

  /// The folder of the task, or `TMPDIR`, or `/tmp`.
  package static var folder: FilePath {
    if let folder = current?.folder { return folder }
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return FilePath(platformString: folder)
  }

  /// Accounts for bytes before they are written.
  ///
  /// - Throws: ``TemporaryStorageError``.
  fileprivate func take(_ bytes: Int64) throws {
    try used.withLock { used in
      let (sum, overflow) = used.addingReportingOverflow(bytes)
      guard !overflow, sum <= allowed else {
        throw TemporaryStorageError.quotaExceeded(allowed: allowed)
      }
      used = sum
    }
  }

  fileprivate func giveBack(_ bytes: Int64) { used.withLock { $0 -= bytes } }
}

/// Makes a file without a name, which vanishes with its descriptor. Wraps `mkstemp`.
///
/// - Throws: `Errno`.
package func unnamedTemporaryFile(
  in folder: FilePath = TemporaryStorage.folder
) throws(Errno) -> FileDescriptor {
  var name = folder.appending("animconv-XXXXXX").withPlatformString {
    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
  }
  let number = mkstemp(&name)
  guard number >= 0 else { throw Errno(rawValue: errno) }
  unlink(name)
  _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  return FileDescriptor(rawValue: number)
}

/// A file without a name, which vanishes when it is no longer used.
package final class TemporaryFile: @unchecked Sendable {
  package let descriptor: FileDescriptor
  private let storage: TemporaryStorage?
  /// Bytes accounted for.
  private var byteCount: Int64 = 0

  private init(_ descriptor: FileDescriptor, _ storage: TemporaryStorage?) {
    self.descriptor = descriptor
    self.storage = storage
  }

  /// Makes a file in the folder of an output, which needs free space anyway, or where the
  /// conversion keeps its files.
  ///
  /// - Parameter suffix: the name of the output with this suffix is used for a moment.
  /// - Throws: `Errno`; `CancellationError`.
  package convenience init(beside output: FilePath, suffix: String) throws {
    let storage = TemporaryStorage.current
    self.init(
      storage?.folder == nil
        ? try unnamedFile(beside: output, suffix: suffix)
        : try unnamedTemporaryFile(in: TemporaryStorage.folder),
      storage)
  }

  /// Makes a file in a folder.
  ///
  /// - Parameter folder: nil for ``TemporaryStorage/folder``.
  /// - Throws: `Errno`.
  package convenience init(in folder: FilePath? = nil) throws(Errno) {
    self.init(
      try unnamedTemporaryFile(in: folder ?? TemporaryStorage.folder), TemporaryStorage.current)
  }

  deinit {
    try? descriptor.close()
    storage?.giveBack(byteCount)
  }

  /// Writes at the current position, which is the end.
  ///
  /// - Throws: `Errno`, ``TemporaryStorageError``.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try take(byteCount + Int64(bytes.count))
    _ = try descriptor.writeAll(bytes)
  }

  /// Writes at the current position, which is the end.
  ///
  /// - Throws: `Errno`, ``TemporaryStorageError``.
  package func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes(append) }

  /// Writes at an offset.
  ///
  /// - Throws: `Errno`, ``TemporaryStorageError``.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
    try take(max(byteCount, offset + Int64(bytes.count)))
    _ = try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
  }

  /// Reads until a buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  /// - Throws: `Errno`.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    try descriptor.fill(buffer, fromAbsoluteOffset: offset)
  }

  /// Forgets its content.
  ///
  /// - Throws: `Errno`.
  package func clear() throws {
    try descriptor.resize(to: 0)
    storage?.giveBack(byteCount)
    byteCount = 0
  }

  private func take(_ total: Int64) throws {
    try storage?.take(total - byteCount)
    byteCount = total
  }
}
