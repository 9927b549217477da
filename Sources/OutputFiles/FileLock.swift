internal import CLibrary
internal import SystemPackage

/// The lock that tells a temporary file whose process lives from one that was left behind.
enum FileLock {
  /// Takes the lock of a file or folder that this process has just made. A sweep of another process
  /// may have been quicker.
  ///
  /// File systems that know no locks, such as NFS for folders, are no hindrance: nothing can be
  /// swept away there.
  ///
  /// - Returns: whether it is still there under its name.
  static func take(_ descriptor: FileDescriptor, madeAt path: FilePath) -> Bool {
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    return FileStatus(of: path, followingLinks: false) != nil
  }

  /// Takes the lock of what another process has made.
  ///
  /// - Returns: nil when the process lives, or when that cannot be known.
  static func take(leftAt path: FilePath) -> FileDescriptor? {
    let options: FileDescriptor.OpenOptions = [.noFollow, .closeOnExec, .nonBlocking]
    guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { return nil }
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return file }
    try? file.close()
    return nil
  }
}
