internal import CLibrary
package import SystemPackage
internal import Threads

/// Every temporary file and folder of this process, so that a process that must end at once can
/// remove them.
///
/// Publishing a file happens under the same lock: a file is either temporary and removed, or
/// complete under its name and kept.
package enum TemporaryFiles {
  private struct State {
    var paths: [FilePath: Owner?] = [:]
    /// The descriptors of created files that are still open.
    var descriptors: [FilePath: FileDescriptor] = [:]
    /// Folders made for outputs, the outermost first; they stay once they contain a file.
    var folders: [(path: FilePath, owner: Owner?)] = []
    var isClosed = false
    var hasPublished = false

    /// - Throws: `CancellationError` if no file may be made any more.
    func requireOpen() throws {
      if isClosed || Owner.current?.isClosed == true { throw CancellationError() }
    }
  }

  private static let state = GuardedState(State())

  /// The maker of temporary files. Bound to a thread, it owns the files that the thread makes, and
  /// can remove them.
  package final class Owner: @unchecked Sendable {
    @TaskLocal package static var current: Owner?
    /// Guarded by the same lock as everything here.
    fileprivate var isClosed = false

    package init() {}

    /// Removes its unpublished files, even while others may still be writing to them, and the empty
    /// folders made for them. Later attempts to make or publish a file throw `CancellationError`.
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

  /// Removes every temporary file and prevents new ones. For a process that is about to exit
  /// because of a signal; running conversions fail.
  ///
  /// - Returns: whether outputs have appeared and none is in progress, so that the process is about
  ///   to end normally with its work done.
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

  /// Runs `create`, which makes a file, and registers the file.
  static func register(_ path: FilePath, create: () throws -> Void) throws {
    try state.withLock { state in
      try state.requireOpen()
      try create()
      state.paths.updateValue(Owner.current, forKey: path)
    }
  }

  /// Registers the descriptor with which a file was made.
  static func keep(_ descriptor: FileDescriptor, of path: FilePath) {
    state.withLock { $0.descriptors[path] = descriptor }
  }

  /// Unregisters it before it is closed.
  static func forgetDescriptor(of path: FilePath) {
    state.withLock { $0.descriptors[path] = nil }
  }

  /// Another descriptor of the file that was made under a name, even if another file has that name
  /// now; nil for a file that was made elsewhere.
  static func descriptor(of path: FilePath) throws -> FileDescriptor? {
    try state.withLock { state in
      guard let made = state.descriptors[path] else { return nil }
      let copy = try made.duplicate()
      // Child processes do not inherit it.
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

  /// Makes a folder and its missing parents for outputs. Those that are still empty are removed
  /// when their ``Owner`` closes.
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

  /// Runs `publish`, which gives files their final names, and unregisters them.
  static func release(_ paths: [FilePath], publish: () throws -> Void) throws {
    try state.withLock { state in
      try state.requireOpen()
      try publish()
      for path in paths { state.paths[path] = nil }
      state.hasPublished = true
    }
  }

  /// Checks that a file has not been removed since it was made. If it was, code that opened it by
  /// name may have created it again, so it is removed again.
  ///
  /// - Throws: `CancellationError` if it was removed.
  static func confirm(_ path: FilePath) throws {
    try state.withLock { state in
      if state.paths.keys.contains(path) { return }
      remove(path)
      throw CancellationError()
    }
  }

  /// Removes a file that is no longer needed.
  static func discard(_ path: FilePath) {
    state.withLock { state in
      guard state.paths.removeValue(forKey: path) != nil else { return }
      remove(path)
    }
  }

  /// Removes a file, or a folder with everything in it; symbolic links are not followed.
  ///
  /// - Returns: the `errno` of the first failure; nil if everything is removed.
  @discardableResult
  package static func remove(_ path: FilePath) -> Int32? {
    if path.withPlatformString({ unlink($0) }) == 0 || errno == ENOENT { return nil }
    var failure = errno
    guard FileStatus(of: path, followingLinks: false)?.isFolder == true else { return failure }
    // Threads of this process may still add files to the folder.
    for _ in 0..<50 {
      // An empty folder can be removed even if it cannot be listed; otherwise `rmdir` fails.
      for name in (try? FolderNames.all(in: path)) ?? [] { remove(path.appending(name)) }
      if path.withPlatformString({ rmdir($0) }) == 0 { return nil }
      failure = errno
      if failure != ENOTEMPTY { break }
    }
    return failure
  }
}
