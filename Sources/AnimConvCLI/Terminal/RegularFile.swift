internal import CLibrary
internal import SystemPackage

/// Whether a file that an output would replace exists.
enum RegularFile {
  /// Whether a file of any type has the name.
  static func isThere(at path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { lstat($0, &status) } == 0
  }

  /// True for a file and for a link, dangling or not; false for devices, pipes and folders, which
  /// are never replaced.
  static func exists(at path: FilePath) -> Bool {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFREG || kind == S_IFLNK
  }
}
