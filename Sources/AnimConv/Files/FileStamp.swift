internal import CLibrary
internal import SystemPackage

/// What the system says of a file's content without reading it.
///
/// Devices are left out: their numbers change when a disk is mounted again.
struct FileStamp: Sendable, Hashable {
  var byteCount: Int64
  /// When the content changed, in nanoseconds since 1970.
  var modified: Int64
  var inode: UInt64
  /// When the system last noted anything about the file, in nanoseconds since 1970: no program
  /// can set it back as it can ``modified``. Nil when a file has got its name since.
  var noted: Int64?
  /// Neither is part of what ``FileRecord`` compares.
  let isRegularFile: Bool
  let isFolder: Bool

  /// Wraps `stat`; nil when there is nothing.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Wraps `fstat`.
  init?(of file: FileDescriptor) {
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

  /// A stamp that was read from a record.
  init(byteCount: Int64, modified: Int64, inode: UInt64, noted: Int64?) {
    self.byteCount = byteCount
    self.modified = modified
    self.inode = inode
    self.noted = noted
    isRegularFile = true
    isFolder = false
  }

  func isSame(as other: FileStamp) -> Bool {
    byteCount == other.byteCount && modified == other.modified && inode == other.inode
      && (noted == nil || other.noted == nil || noted == other.noted)
  }

  /// The clock that file systems use, in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
