internal import CLibrary
internal import Stages
package import SystemPackage
internal import Threads

/// A file that appears under its name only when it is complete.
///
/// It is written to a hidden temporary file in the same folder, flushed, and renamed. A failure,
/// signal or crash leaves the old file or none. A symbolic link at the output's name is replaced,
/// not followed. The temporary file is locked while its process runs; temporary files of ended
/// processes are removed when the next output is written.
package final class OutputFile {
  /// The name under which the file appears.
  package let path: FilePath
  /// The temporary path.
  package let temporaryPath: FilePath

  private let descriptor: FileDescriptor
  private var isSettled = false

  static let prefix = reservedPrefix
  /// The prefix of temporary names, which outputs must not have.
  package static let reservedPrefix = ".animconv-"
  static let suffix = ".tmp"
  private static let serial = GuardedState(0)

  /// Creates the temporary file.
  ///
  /// - Throws: ``OutputError``.
  package init(_ path: FilePath) throws {
    guard let name = path.lastComponent, name.kind == .regular else {
      throw OutputError.notAFileName
    }
    let folder = Self.folder(of: path)
    OutputLeftovers.clear(in: folder)
    self.path = path

    while true {
      let candidate = folder.appending(Self.nextTemporaryName())
      var opened: FileDescriptor?
      do {
        try TemporaryFiles.register(candidate) {
          opened = try FileDescriptor.open(
            candidate, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: [
              .ownerReadWrite, .groupReadWrite, .otherReadWrite,
            ])
        }
      } catch Errno.fileExists {
        continue
      } catch let errno as Errno {
        throw OutputError.cannotCreate(folder: folder, errno: errno.rawValue)
      }
      let descriptor = opened!
      if FileLock.take(descriptor, madeAt: candidate) {
        temporaryPath = candidate
        self.descriptor = descriptor
        TemporaryFiles.keep(descriptor, of: candidate)
        return
      }
      TemporaryFiles.discard(candidate)
      try? descriptor.close()
    }
  }

  deinit { discard() }

  /// A name for a temporary file or folder that no other process or output uses.
  static func nextTemporaryName(suffix: String = suffix) -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return "\(prefix)\(getpid())-\(number)\(suffix)"
  }

  /// Checks that the file was not removed while a library that creates files opened it by name; see
  /// ``TemporaryFiles/Owner/close()``.
  ///
  /// - Throws: `CancellationError` if it was removed; nothing is left of it then.
  package func confirm() throws { try TemporaryFiles.confirm(temporaryPath) }

  /// Removes the temporary file, unless it has been published.
  package func discard() {
    guard !isSettled else { return }
    isSettled = true
    TemporaryFiles.discard(temporaryPath)
    close()
  }

  private func close() {
    TemporaryFiles.forgetDescriptor(of: temporaryPath)
    try? descriptor.close()
  }

  /// Whether its temporary name still belongs to the file that was written.
  package var hasItsTemporaryName: Bool {
    guard let named = FileStatus(of: temporaryPath, followingLinks: false),
      let written = FileStatus(of: descriptor)
    else { return false }
    return named.isSameFile(as: written)
  }

  /// The current bytes of the file.
  ///
  /// - Throws: ``OutputError``.
  package var byteCount: Int64 {
    get throws {
      guard let stamp = FileStamp(of: descriptor) else {
        throw OutputError.cannotFlush(errno: errno)
      }
      return stamp.byteCount
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  package func append(_ bytes: [UInt8]) throws {
    do {
      _ = try descriptor.seek(offset: 0, from: .end)
      _ = try descriptor.writeAll(bytes)
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing", errno: errno.rawValue)
    }
  }

  /// Overwrites existing bytes.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  package func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
    do {
      _ = try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing", errno: errno.rawValue)
    }
  }

  /// Gives complete files their names, all of them or none.
  ///
  /// - Parameters:
  ///   - files: all in one folder.
  ///   - replacing: whether existing files may be replaced. If not, a file that has appeared in the
  ///     meantime is left alone and the call fails.
  /// - Throws: ``OutputError``; for several files, ``NamedFailure``. Then nothing has changed.
  package static func publish(_ files: [OutputFile], replacing: Bool) throws {
    guard let only = files.first else { return }
    for file in files {
      file.keepModeOfReplacedFile()
      do { try file.flush() } catch {
        let failure = OutputError.cannotFlush(errno: error.rawValue)
        throw files.count == 1 ? failure : NamedFailure(file: file.path, error: failure)
      }
    }
    try TemporaryFiles.release(files.map(\.temporaryPath)) {
      for file in files where !file.hasItsTemporaryName {
        throw files.count == 1
          ? OutputError.exchanged : NamedFailure(file: file.path, error: .exchanged)
      }
      if files.count > 1 {
        try Publication.carryOut(
          files.map { .init(temporary: $0.temporaryPath, path: $0.path) }, replacing: replacing)
        return
      }
      do throws(Errno) { try only.takeName(replacing: replacing) } catch {
        throw error == .fileExists ? OutputError.exists : .cannotRename(errno: error.rawValue)
      }
    }
    for file in files {
      file.isSettled = true
      file.close()
    }
    flushFolder(folder(of: only.path))
  }

  /// Reads the complete file into memory and removes it.
  package func takeBytes() throws -> [UInt8] {
    defer { discard() }
    do {
      var bytes = [UInt8](repeating: 0, count: Int(try byteCount))
      let count = try bytes.withUnsafeMutableBytes {
        try descriptor.fill($0, fromAbsoluteOffset: 0)
      }
      if count < bytes.count { bytes.removeLast(bytes.count - count) }
      return bytes
    } catch let errno as Errno {
      throw OutputError.cannotFlush(errno: errno.rawValue)
    }
  }

  /// Copies the complete file to a stream, such as standard output, and removes it.
  package func copy(to stream: FileDescriptor) throws {
    defer { discard() }
    do {
      _ = try descriptor.seek(offset: 0, from: .start)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
      defer { buffer.deallocate() }
      while case let count = try descriptor.read(into: buffer), count > 0 {
        try stream.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch let errno as Errno {
      throw OutputError.cannotFlush(errno: errno.rawValue)
    }
  }

  private func flush() throws(Errno) {
    if flushToDisk(descriptor.rawValue) != 0 { throw Errno(rawValue: errno) }
  }

  private func takeName(replacing: Bool) throws(Errno) {
    if replacing {
      if Renaming.rename(temporaryPath, to: path) != 0 { throw Errno(rawValue: errno) }
    } else {
      let code = Renaming.rename(temporaryPath, toFree: path)
      if code != 0 { throw Errno(rawValue: code) }
    }
  }

  private func keepModeOfReplacedFile() {
    guard let old = FileStatus(of: path, followingLinks: false), old.isRegularFile else { return }
    fchmod(descriptor.rawValue, old.permissions)
  }

  package static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  static func flushFolder(_ folder: FilePath) {
    // A folder that is writable but not readable cannot be flushed; its names exist anyway.
    guard let opened = try? FileDescriptor.open(folder, .readOnly, options: .closeOnExec) else {
      return
    }
    flushToDisk(opened.rawValue)
    try? opened.close()
  }
}
