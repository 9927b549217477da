internal import CLibrary
package import SystemPackage
internal import Threads

/// Every temporary file and folder of this process, so that a process that has to end at once can
/// take them along.
///
/// Making a file appear under its name happens under the same lock: a file is either still
/// temporary and removed, or complete under its name and kept.
package enum TemporaryFiles {
  private struct State {
    var paths: Set<FilePath> = []
    /// Folders made for outputs, the outermost first; they stay once something is in them.
    var folders: [FilePath] = []
    var isClosed = false
    var hasPublished = false
  }

  private static let state = GuardedState(State())

  /// Removes every temporary file and lets no further one be made. For a process that is about to
  /// exit because of a signal; conversions still running fail.
  ///
  /// - Returns: whether outputs have appeared and none is under way, so that the process is about
  ///   to end by itself with its work done.
  @discardableResult
  package static func removeAllForExit() -> Bool {
    state.withLock { state in
      state.isClosed = true
      defer { state.paths = [] }
      for path in state.paths { remove(path) }
      removeEmpty(state.folders)
      return state.hasPublished && state.paths.isEmpty
    }
  }

  /// Runs `create`, which makes a file, and remembers the file.
  static func register(_ path: FilePath, create: () throws -> Void) throws {
    try state.withLock { state in
      if state.isClosed { throw CancellationError() }
      try create()
      state.paths.insert(path)
    }
  }

  /// Makes a folder and those it lies in for outputs, as far as they are not there.
  ///
  /// - Returns: what was made, for ``removeIfEmpty(_:)``.
  /// - Throws: ``OutputError/cannotCreate(folder:errno:)``; `CancellationError`.
  package static func makeFolders(_ folder: FilePath) throws -> [FilePath] {
    try state.withLock { state in
      if state.isClosed { throw CancellationError() }
      let made = try OutputFiles.makeFolders(folder)
      state.folders += made
      return made
    }
  }

  /// Removes folders that were made and that nothing has come to lie in.
  package static func removeIfEmpty(_ folders: [FilePath]) {
    state.withLock { state in
      removeEmpty(folders)
      state.folders.removeAll(where: folders.contains)
    }
  }

  private static func removeEmpty(_ folders: [FilePath]) {
    for folder in folders.reversed() { _ = folder.withPlatformString { rmdir($0) } }
  }

  /// Runs `publish`, which gives files their final names, and forgets them.
  static func release(_ paths: [FilePath], publish: () throws -> Void) throws {
    try state.withLock { state in
      if state.isClosed { throw CancellationError() }
      try publish()
      state.paths.subtract(paths)
      state.hasPublished = true
    }
  }

  /// Removes a file that is not wanted any more.
  static func discard(_ path: FilePath) {
    state.withLock { state in
      guard state.paths.remove(path) != nil else { return }
      remove(path)
    }
  }

  /// Removes a file, or a folder with everything in it; symbolic links are not followed.
  ///
  /// - Returns: the `errno` of what could not be removed; nil when all of it is gone.
  @discardableResult
  package static func remove(_ path: FilePath) -> Int32? {
    if path.withPlatformString({ unlink($0) }) == 0 || errno == ENOENT { return nil }
    var failure = errno
    guard FileStatus(of: path, followingLinks: false)?.isFolder == true else { return failure }
    // Threads of this process may still put files into the folder.
    for _ in 0..<50 {
      // A folder that cannot be listed can still be removed when it is empty; else `rmdir` fails.
      for name in (try? FolderNames.all(in: path)) ?? [] { remove(path.appending(name)) }
      if path.withPlatformString({ rmdir($0) }) == 0 { return nil }
      failure = errno
      if failure != ENOTEMPTY { break }
    }
    return failure
  }
}
