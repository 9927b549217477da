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
    var paths: [FilePath: Owner?] = [:]
    /// Of files that have been made and not let go of.
    var descriptors: [FilePath: FileDescriptor] = [:]
    /// Folders made for outputs, the outermost first; they stay once something is in them.
    var folders: [(path: FilePath, owner: Owner?)] = []
    var isClosed = false
    var hasPublished = false

    /// - Throws: `CancellationError` when nothing may be made any more.
    func requireOpen() throws {
      if isClosed || Owner.current?.isClosed == true { throw CancellationError() }
    }
  }

  private static let state = GuardedState(State())

  /// What made temporary files: bound to a thread, it owns those that the thread makes, and can take
  /// them away from it.
  package final class Owner: @unchecked Sendable {
    @TaskLocal package static var current: Owner?
    /// Guarded as everything here is.
    fileprivate var isClosed = false

    package init() {}

    /// Removes what was made and has not got its name, while others may still be writing to it, and
    /// the folders that were made for it and are empty. Lets nothing further be made or get its name:
    /// that throws `CancellationError`.
    package func close() {
      TemporaryFiles.state.withLock { state in
        isClosed = true
        for path in state.paths.filter({ $0.value === self }).keys {
          TemporaryFiles.remove(path)
          state.paths[path] = nil
        }
        let folders = state.folders.filter { $0.owner === self }.map(\.path)
        state.folders.removeAll { $0.owner === self }
        TemporaryFiles.removeEmpty(folders)
      }
    }
  }

  /// Removes every temporary file and lets no further one be made. For a process that is about to
  /// exit because of a signal; conversions still running fail.
  ///
  /// - Returns: whether outputs have appeared and none is under way, so that the process is about
  ///   to end by itself with its work done.
  @discardableResult
  package static func removeAllForExit() -> Bool {
    state.withLock { state in
      state.isClosed = true
      defer { state.paths = [:] }
      for path in state.paths.keys { remove(path) }
      removeEmpty(state.folders.map(\.path))
      return state.hasPublished && state.paths.isEmpty
    }
  }

  /// Runs `create`, which makes a file, and remembers the file.
  static func register(_ path: FilePath, create: () throws -> Void) throws {
    try state.withLock { state in
      try state.requireOpen()
      try create()
      state.paths.updateValue(Owner.current, forKey: path)
    }
  }

  /// Remembers through which descriptor a file was made.
  static func keep(_ descriptor: FileDescriptor, of path: FilePath) {
    state.withLock { $0.descriptors[path] = descriptor }
  }

  /// Forgets it, before it is closed.
  static func forgetDescriptor(of path: FilePath) {
    state.withLock { $0.descriptors[path] = nil }
  }

  /// Another descriptor of the file that was made under a name, whatever has that name now; nil for a
  /// file that was made otherwise.
  static func descriptor(of path: FilePath) throws -> FileDescriptor? {
    try state.withLock { state in
      guard let made = state.descriptors[path] else { return nil }
      let copy = try made.duplicate()
      // No program that is started gets it.
      _ = fcntl(copy.rawValue, F_SETFD, FD_CLOEXEC)
      return copy
    }
  }

  /// Runs `create`, which makes a file and removes its name.
  static func withoutName<Value>(create: () throws -> Value) throws -> Value {
    try state.withLock { state in
      try state.requireOpen()
      return try create()
    }
  }

  /// Makes a folder and those it lies in for outputs, as far as they are not there. Those that nothing
  /// has come to lie in go when their ``Owner`` closes.
  ///
  /// - Throws: ``OutputError/cannotCreate(folder:errno:)``; `CancellationError`.
  package static func makeFolders(_ folder: FilePath) throws {
    try state.withLock { state in
      try state.requireOpen()
      state.folders += try OutputFiles.makeFolders(folder).map { ($0, Owner.current) }
    }
  }

  private static func removeEmpty(_ folders: [FilePath]) {
    for folder in folders.reversed() { _ = folder.withPlatformString { rmdir($0) } }
  }

  /// Runs `publish`, which gives files their final names, and forgets them.
  static func release(_ paths: [FilePath], publish: () throws -> Void) throws {
    try state.withLock { state in
      try state.requireOpen()
      try publish()
      for path in paths { state.paths[path] = nil }
      state.hasPublished = true
    }
  }

  /// Makes sure that a file has not been taken away since it was made, and made again under its name by
  /// who opened it by that: then it is removed once more.
  ///
  /// - Throws: `CancellationError` when it has been.
  static func confirm(_ path: FilePath) throws {
    try state.withLock { state in
      if state.paths.keys.contains(path) { return }
      remove(path)
      throw CancellationError()
    }
  }

  /// Removes a file that is not wanted any more.
  static func discard(_ path: FilePath) {
    state.withLock { state in
      guard state.paths.removeValue(forKey: path) != nil else { return }
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
