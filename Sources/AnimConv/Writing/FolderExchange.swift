internal import CLibrary
internal import SystemPackage

/// Gives folders names.
enum FolderExchange {
  /// Wraps `rename`.
  ///
  /// - Returns: 0, or -1 with `errno`.
  static func rename(_ old: FilePath, to new: FilePath) -> Int32 {
    old.withPlatformString { from in
      new.withPlatformString { to in
        renameFile(from, to)
      }
    }
  }

  /// Lets two folders change their names, at once.
  ///
  /// - Returns: 0, or an `errno`; `ENOSYS` where the system has no such call.
  static func swap(_ a: FilePath, _ b: FilePath) -> Int32 {
    a.withPlatformString { a in b.withPlatformString { b in exchangePaths(a, b) } }
  }
}
