internal import CLibrary
package import SystemPackage

/// A folder that appears under its name only when it is complete.
///
/// It is built under a hidden temporary name in the same parent folder and renamed. An empty folder
/// with the output's name is replaced. A folder with files is replaced only on request, and only if
/// ``FolderRecord`` shows that animconv wrote everything in it. The temporary folder is locked
/// while its process runs; folders of ended processes are removed when the next output is written.
package final class OutputFolder {
  /// The name under which the folder appears.
  package let path: FilePath
  /// The temporary path.
  package let temporaryPath: FilePath

  private let lock: FileDescriptor
  private var isSettled = false
  /// Whether it stays after a failure, so that a later run can continue it.
  private let isResumable: Bool

  /// Creates the temporary folder, and removes one that an earlier run left to be continued.
  ///
  /// - Throws: ``OutputError``.
  package init(_ path: FilePath) throws {
    guard let name = path.lastComponent, name.kind == .regular else {
      throw OutputError.notAFileName
    }
    self.path = path
    isResumable = false
    let parent = OutputFile.folder(of: path)
    OutputLeftovers.clear(in: parent)
    Self.dropUnfinished(path)
    while true {
      let candidate = parent.appending(OutputFile.nextTemporaryName())
      do {
        try TemporaryFiles.register(candidate) {
          guard candidate.withPlatformString({ mkdir($0, 0o777) }) == 0 else {
            throw Errno(rawValue: errno)
          }
        }
      } catch Errno.fileExists {
        continue
      } catch let errno as Errno {
        throw OutputError.cannotCreate(folder: parent, errno: errno.rawValue)
      }
      let lock: FileDescriptor
      do {
        lock = try FileDescriptor.open(candidate, .readOnly, options: .closeOnExec)
      } catch {
        TemporaryFiles.discard(candidate)
        // Another process may have removed the folder before it was locked.
        guard let errno = error as? Errno, errno != .noSuchFileOrDirectory else { continue }
        throw OutputError.cannotCreate(folder: parent, errno: errno.rawValue)
      }
      if FileLock.take(lock, madeAt: candidate) {
        self.lock = lock
        temporaryPath = candidate
        return
      }
      try? lock.close()
      TemporaryFiles.discard(candidate)
    }
  }

  /// Opens the temporary folder `.animconv-NAME.part`, which stays when the run fails. If an earlier
  /// run left one, it is used again; the caller decides which of its files are valid.
  ///
  /// - Throws: ``OutputError``.
  package init(resuming path: FilePath) throws {
    guard let name = path.lastComponent, name.kind == .regular else {
      throw OutputError.notAFileName
    }
    self.path = path
    isResumable = true
    let parent = OutputFile.folder(of: path)
    OutputLeftovers.clear(in: parent)
    let unfinished = Self.unfinishedPath(of: path)
    if unfinished.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw OutputError.cannotCreate(folder: parent, errno: errno)
    }
    let options: FileDescriptor.OpenOptions = [.noFollow, .directory, .closeOnExec]
    do {
      lock = try FileDescriptor.open(unfinished, .readOnly, options: options)
    } catch {
      let code = (error as? Errno ?? .ioError).rawValue
      throw OutputError.cannotCreate(folder: unfinished, errno: code)
    }
    temporaryPath = unfinished
    guard FileLock.take(lock, madeAt: unfinished) else {
      isSettled = true
      try? lock.close()
      throw OutputError.isBeingWritten
    }
  }

  /// The path of an unfinished output that a later run can continue.
  private static func unfinishedPath(of path: FilePath) -> FilePath {
    let name = path.lastComponent?.string ?? ""
    // File names have at most 255 bytes.
    let short =
      name.utf8.count <= 200 ? name : ContentDigest.text(of: Array(name.utf8)).prefix(32) + ""
    return OutputFile.folder(of: path).appending("\(OutputFile.prefix)\(short)\(unfinishedSuffix)")
  }

  private static let unfinishedSuffix = ".part"

  private static func dropUnfinished(_ path: FilePath) {
    let unfinished = unfinishedPath(of: path)
    guard let lock = FileLock.take(leftAt: unfinished) else { return }
    TemporaryFiles.remove(unfinished)
    try? lock.close()
  }

  deinit { discard() }

  /// Removes the temporary folder, unless it has been published or can be continued.
  package func discard() {
    guard !isSettled else { return }
    isSettled = true
    if !isResumable { TemporaryFiles.discard(temporaryPath) }
    try? lock.close()
  }

  /// Throws if a folder must not appear under this name.
  ///
  /// - Throws: ``OutputError``.
  /// - Complexity: reads every file of a folder that is to be replaced.
  package static func check(_ path: FilePath, replacing: Bool) throws {
    guard let status = FileStatus(of: path, followingLinks: false) else { return }
    guard status.isFolder else { throw OutputError.notAFolder }
    if try OutputError.names(in: path).isEmpty { return }
    guard replacing else { throw OutputError.folderExists }
    if let stranger = try FolderRecord.stranger(in: path) {
      throw OutputError.foreignFile(stranger)
    }
  }

  /// Gives the complete folder its name.
  ///
  /// - Throws: ``OutputError``; then the earlier folder is unchanged.
  package func publish(replacing: Bool) throws {
    try Self.check(path, replacing: replacing)
    flushToDisk(lock.rawValue)
    do {
      try TemporaryFiles.release([temporaryPath]) {
        // Also replaces an empty folder, and fails if that folder has been filled in the meantime.
        if Renaming.rename(temporaryPath, to: path) == 0 { return }
        let code = errno
        guard replacing, code == ENOTEMPTY || code == EEXIST else { throw Errno(rawValue: code) }
        try exchange()
      }
    } catch Errno.directoryNotEmpty, Errno.fileExists {
      throw OutputError.folderExists
    } catch let errno as Errno {
      throw OutputError.cannotRename(errno: errno.rawValue)
    }
    isSettled = true
    OutputFile.flushFolder(OutputFile.folder(of: path))
    try? lock.close()
  }

  /// Moves complete files from the folder into its parent, all of them or none, and removes the
  /// folder. Other files in the parent stay.
  ///
  /// - Parameters:
  ///   - names: of files directly in the folder, flushed to the disk.
  ///   - replacing: whether existing files with these names may be replaced.
  /// - Throws: ``OutputError``, ``NamedFailure``; then nothing has changed.
  package func publishFiles(_ names: [String], replacing: Bool) throws {
    let parent = OutputFile.folder(of: path)
    let files = names.map {
      Publication.File(temporary: temporaryPath.appending($0), path: parent.appending($0))
    }
    flushToDisk(lock.rawValue)
    try TemporaryFiles.release([temporaryPath]) {
      try Publication.carryOut(files, replacing: replacing)
      TemporaryFiles.remove(temporaryPath)
    }
    isSettled = true
    OutputFile.flushFolder(parent)
    try? lock.close()
  }

  /// Exchanges names with the old folder and removes it. It contains only checked files; if another
  /// file has appeared in the meantime, the exchange is undone.
  private func exchange() throws {
    // The old folder temporarily has a temporary name; locked folders are not removed as leftovers.
    let old = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
    defer { try? old?.close() }
    if let old { _ = flock(old.rawValue, LOCK_EX | LOCK_NB) }
    try swap()
    do {
      if let stranger = try FolderRecord.stranger(in: temporaryPath) {
        throw OutputError.foreignFile(stranger)
      }
    } catch {
      try swap()
      throw error
    }
    TemporaryFiles.remove(temporaryPath)
  }

  private func swap() throws(Errno) {
    let aside = OutputFile.folder(of: path).appending(OutputFile.nextTemporaryName())
    if Renaming.swap(temporaryPath, path) == 0 { return }
    // On a file system that cannot exchange names, neither folder has the name for a moment. The
    // separate calls report all other errors.
    try rename(path, to: aside)
    do { try rename(temporaryPath, to: path) } catch {
      // The error of the second renaming is reported. If this step fails as well, the old folder
      // keeps its other name.
      try? rename(aside, to: path)
      throw error
    }
    try rename(aside, to: temporaryPath)
  }

  private func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
    guard Renaming.rename(old, to: new) == 0 else { throw Errno(rawValue: errno) }
  }
}
