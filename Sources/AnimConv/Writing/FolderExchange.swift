internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Gives folders names.
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

  /// Lets two folders change their names, at once. Wraps `renameat2` on Linux, which is looked up
  /// because its header hides it, and `renamex_np` on macOS.
  ///
  /// - Returns: 0, or an `errno`; `ENOSYS` where the system has no such call.
  static func swap(_ a: FilePath, _ b: FilePath) -> Int32 {
    a.withPlatformString { a in
      b.withPlatformString { b in
        #if canImport(Darwin)
          renamex_np(a, b, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
        #else
          guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
          typealias Call =
            @convention(c) (
              Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
          let call = unsafeBitCast(symbol, to: Call.self)
          let exchange: UInt32 = 2
          return call(AT_FDCWD, a, AT_FDCWD, b, exchange) == 0 ? 0 : errno
        #endif
      }
    }
  }
}
