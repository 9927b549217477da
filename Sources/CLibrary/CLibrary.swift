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

/// What happens where something has the new name.
package enum RenameRule {
  /// Nothing: the call fails with `EEXIST`.
  case refuse
  /// The two change their names, at once.
  case exchange
}

/// Renames with a rule that plain `rename` does not have. Wraps `renameat2` on Linux, which is
/// looked up because its header hides it, and `renamex_np` on Apple's systems.
///
/// - Returns: 0, or an `errno`; `ENOSYS` where the system has no such call.
package func renamePath(
  _ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>, _ rule: RenameRule
) -> Int32 {
  #if canImport(Darwin)
    let flags = rule == .exchange ? RENAME_SWAP : RENAME_EXCL
    return renamex_np(old, new, UInt32(flags)) == 0 ? 0 : errno
  #else
    guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
    typealias Call =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    let call = unsafeBitCast(symbol, to: Call.self)
    // RENAME_NOREPLACE is 1, RENAME_EXCHANGE is 2.
    let flags: UInt32 = rule == .exchange ? 2 : 1
    return call(AT_FDCWD, old, AT_FDCWD, new, flags) == 0 ? 0 : errno
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

/// What this process has used. Wraps `getrusage`.
private var usageOfProcess: rusage {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return usage
}

/// The processor time that this process has used, in microseconds.
package var processorMicroseconds: Int {
  let usage = usageOfProcess
  let seconds = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
  return seconds * 1_000_000 + Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
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

/// The most memory that this process has ever had, in bytes. The system counts in kilobytes on Linux
/// and in bytes on Apple's systems.
package var peakResidentBytes: Int {
  #if canImport(Darwin)
    return usageOfProcess.ru_maxrss
  #else
    return usageOfProcess.ru_maxrss * 1024
  #endif
}
