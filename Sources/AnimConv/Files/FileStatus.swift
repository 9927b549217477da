internal import CLibrary
internal import SystemPackage

/// What the system knows about a path.
struct FileStatus: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: mode_t

  /// Wraps `stat` and `lstat`; nil when there is nothing or it cannot be seen.
  init?(of path: FilePath, followingLinks: Bool) {
    var status = stat()
    let result = path.withPlatformString { followingLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `fstat`.
  init?(of descriptor: FileDescriptor) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    mode = status.st_mode
  }

  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
  var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { mode & 0o777 }

  /// Whether both are the same file, whatever their names.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
