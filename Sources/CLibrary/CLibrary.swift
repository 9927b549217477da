// The one file of the program that asks on which system it is built. Every other file imports this
// module and has the C library of its system, and what systems do differently under one name.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("animconv knows the C libraries of Linux (Glibc, Musl) and of Apple's systems (Darwin)")
#endif

/// Brings a file to the disk and not only to the disk's own memory. Wraps `fsync`, and on Apple's
/// systems `F_FULLFSYNC`, without which theirs stops halfway; file systems that do not know that
/// get `fsync`.
///
/// - Returns: 0, or -1 with `errno`.
@discardableResult
package func flushToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

/// Wraps `link`, under a name that no method hides.
package func linkFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  link(old, new)
}

/// Wraps `rename`, under a name that no method hides.
package func renameFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  rename(old, new)
}

/// Lets two paths change their names, at once. Wraps `renameat2` on Linux, which is looked up
/// because its header hides it, and `renamex_np` on Apple's systems.
///
/// - Returns: 0, or an `errno`; `ENOSYS` where the system has no such call.
package func exchangePaths(_ a: UnsafePointer<CChar>, _ b: UnsafePointer<CChar>) -> Int32 {
  #if canImport(Darwin)
    return renamex_np(a, b, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
  #else
    guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
    typealias Call =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    let call = unsafeBitCast(symbol, to: Call.self)
    let exchange: UInt32 = 2
    return call(AT_FDCWD, a, AT_FDCWD, b, exchange) == 0 ? 0 : errno
  #endif
}

/// When a file's content was changed, and when the system last noted anything about it.
package func times(of status: stat) -> (modified: timespec, noted: timespec) {
  #if canImport(Darwin)
    return (status.st_mtimespec, status.st_ctimespec)
  #else
    return (status.st_mtim, status.st_ctim)
  #endif
}

/// The processor time that this process has used, in microseconds. Wraps `getrusage`.
package var processorMicroseconds: Int {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  let seconds = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
  return seconds * 1_000_000 + Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
}

/// Whether this process ignores a signal. Wraps `sigaction`.
package func isSignalIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  guard sigaction(number, nil, &action) == 0 else { return false }
  #if canImport(Glibc)
    let handler = action.__sigaction_handler.sa_handler
  #elseif canImport(Musl)
    let handler = action.__sa_handler.sa_handler
  #else
    let handler = action.__sigaction_u.__sa_handler
  #endif
  // SIG_IGN is the address 1.
  return handler.map { unsafeBitCast($0, to: Int.self) } == 1
}

/// Folders that hold a dynamic library and that `dlopen` does not search for a bare name: Apple's
/// systems look into none of Homebrew's and MacPorts' folders.
package var libraryFolders: [String] {
  #if canImport(Darwin)
    return ["/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"]
  #else
    return []
  #endif
}
