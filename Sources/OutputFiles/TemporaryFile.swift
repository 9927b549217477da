internal import CLibrary
package import SystemPackage
internal import Threads

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

/// A file without a name, which vanishes when it is no longer used. Several threads may write to it, each
/// at its own offsets.
package final class TemporaryFile: Sendable {
  package let descriptor: FileDescriptor
  private let storage: TemporaryStorage?
  /// Bytes accounted for.
  private let byteCount = GuardedState<Int64>(0)

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
    storage?.giveBack(byteCount.withLock { $0 })
  }

  /// Writes at the current position, which is the end.
  ///
  /// - Throws: `Errno`, ``TemporaryStorageError``.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try take { $0 + Int64(bytes.count) }
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
    try take { max($0, offset + Int64(bytes.count)) }
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
    byteCount.withLock { count in
      storage?.giveBack(count)
      count = 0
    }
  }

  /// - Parameter total: the bytes of the file afterwards, from those before.
  private func take(_ total: (Int64) -> Int64) throws {
    try byteCount.withLock { count in
      let total = total(count)
      try storage?.take(total - count)
      count = total
    }
  }
}
