internal import CLibrary
internal import SystemPackage

/// The lock on a temporary file, which shows that its process is still running.
enum FileLock {
  /// Locks a file or folder that this process has just made. Another process may already have
  /// removed it as a leftover.
  ///
  /// On file systems without locks, such as NFS for folders, this succeeds: nothing is removed
  /// there.
  ///
  /// - Returns: whether it still exists under its name.
  static func take(_ descriptor: FileDescriptor, madeAt path: FilePath) -> Bool {
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    return FileStatus(of: path, followingLinks: false) != nil
  }

  /// Locks a file or folder that another process has made.
  ///
  /// - Returns: nil if that process is running, or if this is unknown.
  static func take(leftAt path: FilePath) -> FileDescriptor? {
    let options: FileDescriptor.OpenOptions = [.noFollow, .closeOnExec, .nonBlocking]
    guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { return nil }
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return file }
    try? file.close()
    return nil
  }
}
