internal import CLibrary
package import SystemPackage

/// Gives files and folders names.
package enum Renaming {
  /// Wraps `rename`.
  ///
  /// - Returns: 0, or -1 with `errno`.
  package static func rename(_ old: FilePath, to new: FilePath) -> Int32 {
    old.withPlatformString { from in
      new.withPlatformString { to in
        renameFile(from, to)
      }
    }
  }

  /// Gives a file a second name. Wraps `link`, which does not follow a symbolic link.
  ///
  /// - Returns: 0, or -1 with `errno`.
  package static func link(_ file: FilePath, as name: FilePath) -> Int32 {
    file.withPlatformString { from in name.withPlatformString { to in linkFile(from, to) } }
  }

  /// Renames a file if nothing has the new name.
  ///
  /// Network file systems and FUSE lack both the atomic call and hard links, and report this in
  /// many ways; there, the check and the rename are two steps.
  ///
  /// - Returns: 0, or an `errno`; `EEXIST` if a file has the name.
  static func rename(_ old: FilePath, toFree new: FilePath) -> Int32 {
    let code = rename(old, new, .refuse)
    if code == 0 || code == EEXIST { return code }
    if link(old, as: new) == 0 {
      _ = old.withPlatformString { unlink($0) }
      return 0
    }
    if errno == EEXIST || FileStatus(of: new, followingLinks: false) != nil { return EEXIST }
    return rename(old, to: new) == 0 ? 0 : errno
  }

  /// Exchanges the names of two folders atomically.
  ///
  /// - Returns: 0, or an `errno`; `ENOSYS` if the system has no such call.
  static func swap(_ a: FilePath, _ b: FilePath) -> Int32 { rename(a, b, .exchange) }

  private static func rename(_ old: FilePath, _ new: FilePath, _ rule: RenameRule) -> Int32 {
    old.withPlatformString { old in new.withPlatformString { new in renamePath(old, new, rule) } }
  }
}
