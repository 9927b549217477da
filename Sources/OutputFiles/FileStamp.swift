internal import CLibrary
package import SystemPackage

/// The system's information about a file's content, obtained without reading the file.
///
/// The device is not included: its number changes when a disk is mounted again.
package struct FileStamp: Sendable, Hashable {
  package var byteCount: Int64
  /// When the content was last changed, in nanoseconds since 1970.
  package var modified: Int64
  package var inode: UInt64
  /// When the content or metadata of the file last changed, in nanoseconds since 1970. Unlike
  /// ``modified``, programs cannot set it. Nil if the file has been renamed since.
  package var noted: Int64?
  /// ``FileRecord`` compares neither of these two times.
  package let isRegularFile: Bool
  let isFolder: Bool

  /// Wraps `stat`; nil when there is nothing.
  package init?(of path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `fstat`.
  package init?(of file: FileDescriptor) {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    byteCount = Int64(status.st_size)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    let (time, change) = times(of: status)
    noted = Int64(change.tv_sec) &* 1_000_000_000 &+ Int64(change.tv_nsec)
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }

  /// A stamp from a record.
  package init(byteCount: Int64, modified: Int64, inode: UInt64, noted: Int64?) {
    self.byteCount = byteCount
    self.modified = modified
    self.inode = inode
    self.noted = noted
    isRegularFile = true
    isFolder = false
  }

  package func isSame(as other: FileStamp) -> Bool {
    byteCount == other.byteCount && modified == other.modified && inode == other.inode
      && (noted == nil || other.noted == nil || noted == other.noted)
  }

  /// The clock that file systems use, in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
