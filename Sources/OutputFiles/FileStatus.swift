internal import CLibrary
package import SystemPackage

/// The system's information about a path.
package struct FileStatus: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: mode_t
  /// The number of its hard links.
  let links: UInt64

  /// Wraps `stat` and `lstat`; nil when there is nothing or it cannot be seen.
  package init?(of path: FilePath, followingLinks: Bool) {
    var status = stat()
    let result = path.withPlatformString { followingLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { return nil }
    self.init(status)
  }

  /// The file at a path; nil if there is none, or if a link has no target.
  ///
  /// - Throws: `Errno` if something may exist that this process is not allowed to see. Use this,
  ///   and not ``init(of:followingLinks:)``, before removing or skipping a missing file.
  package static func seen(at path: FilePath, followingLinks: Bool) throws(Errno) -> FileStatus? {
    if let status = FileStatus(of: path, followingLinks: followingLinks) { return status }
    switch Errno(rawValue: errno) {
    case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .fileNameTooLong:
      return nil
    case let error: throw error
    }
  }

  /// Wraps `fstat`.
  package init?(of descriptor: FileDescriptor) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    mode = status.st_mode
    links = UInt64(status.st_nlink)
  }

  package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  package var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { mode & 0o777 }

  /// Whether both are the same file, under any names.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
