internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that appears under its name only when it is complete.
///
/// It is written to a hidden temporary file in the same folder, flushed, and renamed. Failure,
/// signal or crash leaves the old file or none. A symbolic link at the output's name is replaced,
/// not followed. The temporary file is locked while its process lives; files whose process died
/// are removed when the next output is written to the folder.
final class OutputFile {
  /// The name under which the file appears.
  let path: FilePath
  /// Where it is written until then.
  let temporaryPath: FilePath

  private let descriptor: FileDescriptor
  private var isSettled = false

  private static let prefix = ".animconv-"
  private static let suffix = ".tmp"
  private static let serial = GuardedState(0)

  /// Creates the temporary file.
  ///
  /// - Throws: ``OutputError``.
  init(_ path: FilePath) throws {
    guard let name = path.lastComponent, name.kind == .regular else {
      throw OutputError.notAFileName
    }
    let folder = Self.folder(of: path)
    Self.removeLeftovers(in: folder)
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
      // A sweep of another process may have taken the file between its creation and the lock.
      if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0, Self.isLinked(descriptor) {
        temporaryPath = candidate
        self.descriptor = descriptor
        return
      }
      TemporaryFiles.discard(candidate)
      try? descriptor.close()
    }
  }

  deinit { discard() }

  /// A name for a temporary file or folder that no other process and no other output has.
  static func nextTemporaryName() -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return "\(prefix)\(getpid())-\(number)\(suffix)"
  }

  /// Removes the temporary file, unless it has been published.
  func discard() {
    guard !isSettled else { return }
    isSettled = true
    TemporaryFiles.discard(temporaryPath)
    try? descriptor.close()
  }

  /// Bytes of the file as it is now.
  ///
  /// - Throws: ``OutputError``.
  var byteCount: Int64 {
    get throws {
      do { return try descriptor.seek(offset: 0, from: .end) } catch let errno as Errno {
        throw OutputError.cannotFlush(errno: errno.rawValue)
      }
    }
  }

  /// Writes bytes behind what is there.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  func append(_ bytes: [UInt8]) throws {
    do {
      _ = try descriptor.seek(offset: 0, from: .end)
      _ = try descriptor.writeAll(bytes)
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing", errno: errno.rawValue)
    }
  }

  /// Gives complete files their names, all of them or none.
  ///
  /// - Parameters:
  ///   - files: in the order in which they appear; a description that names others comes last.
  ///   - replacing: whether existing files may be replaced. When not, a file that appeared in the
  ///     meantime is left alone and the call fails.
  /// - Throws: ``OutputError``; then no new file has appeared.
  static func publish(_ files: [OutputFile], replacing: Bool) throws {
    for file in files {
      file.keepModeOfReplacedFile()
      do { try file.flush() } catch { throw OutputError.cannotFlush(errno: error.rawValue) }
    }
    do {
      try TemporaryFiles.release(files.map(\.temporaryPath)) {
        var published: [OutputFile] = []
        do {
          for file in files {
            try file.takeName(replacing: replacing)
            published.append(file)
          }
        } catch {
          if !replacing {
            for file in published { _ = file.path.withPlatformString { unlink($0) } }
          }
          throw error
        }
      }
    } catch Errno.fileExists {
      throw OutputError.exists
    } catch let errno as Errno {
      throw OutputError.cannotRename(errno: errno.rawValue)
    }
    for file in files {
      file.isSettled = true
      try? file.descriptor.close()
    }
    for folder in Set(files.map { folder(of: $0.path) }) { flushFolder(folder) }
  }

  /// Copies the complete file to a stream, such as standard output, and drops it.
  func copy(to stream: FileDescriptor) throws {
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
    if fsync(descriptor.rawValue) != 0 { throw Errno(rawValue: errno) }
  }

  private func takeName(replacing: Bool) throws(Errno) {
    if !replacing {
      let linked = temporaryPath.withPlatformString { from in
        path.withPlatformString { to in link(from, to) }
      }
      if linked == 0 {
        _ = temporaryPath.withPlatformString { unlink($0) }
        return
      }
      let code = errno
      // File systems without hard links: the check and the rename are two steps there.
      let lacksLinks = code == EPERM || code == ENOTSUP || code == ENOSYS || code == EMLINK
      if !lacksLinks { throw Errno(rawValue: code) }
      if FileStatus(of: path, followingLinks: false) != nil { throw .fileExists }
    }
    let renamed = temporaryPath.withPlatformString { from in
      path.withPlatformString { to in rename(from, to) }
    }
    if renamed != 0 { throw Errno(rawValue: errno) }
  }

  private func keepModeOfReplacedFile() {
    guard let old = FileStatus(of: path, followingLinks: false), old.isRegularFile else { return }
    fchmod(descriptor.rawValue, old.permissions)
  }

  private static func isLinked(_ descriptor: FileDescriptor) -> Bool {
    var status = stat()
    return fstat(descriptor.rawValue, &status) == 0 && status.st_nlink > 0
  }

  static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  static func flushFolder(_ folder: FilePath) {
    // A folder that may be written to and not read cannot be flushed; its names are there all the same.
    guard let opened = try? FileDescriptor.open(folder, .readOnly, options: .closeOnExec) else {
      return
    }
    fsync(opened.rawValue)
    try? opened.close()
  }

  /// Removes temporary files and folders whose process has ended: their lock is free.
  static func removeLeftovers(in folder: FilePath) {
    guard let stream = folder.withPlatformString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = folder.appending(name)
      guard
        // What cannot be opened is not known to be a leftover, and stays.
        let leftover = try? FileDescriptor.open(
          path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
      else { continue }
      if flock(leftover.rawValue, LOCK_EX | LOCK_NB) == 0 { TemporaryFiles.remove(path) }
      try? leftover.close()
    }
  }
}
