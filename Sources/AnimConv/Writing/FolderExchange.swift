internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Gives files and folders names.
enum FolderExchange {
  /// Wraps `rename`.
  ///
  /// - Returns: 0, or -1 with `errno`.
  static func rename(_ old: FilePath, to new: FilePath) -> Int32 {
    old.withPlatformString { from in
      new.withPlatformString { to in
        #if canImport(Glibc)
          Glibc.rename(from, to)
        #elseif canImport(Musl)
          Musl.rename(from, to)
        #else
          Darwin.rename(from, to)
        #endif
      }
    }
  }

  /// Gives a file a second name. Wraps `link`, which does not follow a symbolic link.
  ///
  /// - Returns: 0, or -1 with `errno`.
  static func link(_ file: FilePath, as name: FilePath) -> Int32 {
    file.withPlatformString { from in
      name.withPlatformString { to in
        #if canImport(Glibc)
          Glibc.link(from, to)
        #elseif canImport(Musl)
          Musl.link(from, to)
        #else
          Darwin.link(from, to)
        #endif
      }
    }
  }

  /// Renames a file where nothing has the new name.
  ///
  /// Network file systems and FUSE know neither the call that does this at once nor hard links, and
  /// say so in many ways; the check and the rename are two steps there.
  ///
  /// - Returns: 0, or an `errno`; `EEXIST` where something has the name.
  static func rename(_ old: FilePath, toFree new: FilePath) -> Int32 {
    let code = rename(old, new, flags: noReplace)
    if code == 0 || code == EEXIST { return code }
    if link(old, as: new) == 0 {
      _ = old.withPlatformString { unlink($0) }
      return 0
    }
    if errno == EEXIST || FileStatus(of: new, followingLinks: false) != nil { return EEXIST }
    return rename(old, to: new) == 0 ? 0 : errno
  }

  /// Lets two folders change their names, at once.
  ///
  /// - Returns: 0, or an `errno`; `ENOSYS` where the system has no such call.
  static func swap(_ a: FilePath, _ b: FilePath) -> Int32 { rename(a, b, flags: exchange) }

  #if canImport(Darwin)
    private static let (noReplace, exchange) = (UInt32(RENAME_EXCL), UInt32(RENAME_SWAP))
  #else
    private static let (noReplace, exchange): (UInt32, UInt32) = (1, 2)
  #endif

  /// Wraps `renameat2` on Linux, which is looked up because its header hides it, and `renamex_np` on
  /// macOS.
  private static func rename(_ a: FilePath, _ b: FilePath, flags: UInt32) -> Int32 {
    a.withPlatformString { a in
      b.withPlatformString { b in
        #if canImport(Darwin)
          renamex_np(a, b, flags) == 0 ? 0 : errno
        #else
          guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
          typealias Call =
            @convention(c) (
              Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
          let call = unsafeBitCast(symbol, to: Call.self)
          return call(AT_FDCWD, a, AT_FDCWD, b, flags) == 0 ? 0 : errno
        #endif
      }
    }
  }
}
