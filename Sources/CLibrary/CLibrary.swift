// The only file that depends on the system. Every other file imports this module, which exports the
// C library of the system and provides one name for calls that differ between systems.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("animconv knows the C libraries of Linux (Glibc, Musl) and of Apple's systems (Darwin)")
#endif

/// Writes a file to the disk itself, not only to the disk's cache. Wraps `fsync`, and on Apple's
/// systems `F_FULLFSYNC`, because their `fsync` leaves data in the cache; file systems without
/// `F_FULLFSYNC` get `fsync`.
///
/// - Returns: 0, or -1 with `errno`.
@discardableResult
package func flushToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}

/// Raises the process's limit of open files to the highest that the system allows. The default
/// limit is intended for programs that use `select`, and a sheet of many pages keeps each page open
/// until all are complete. Wraps `setrlimit`.
package func raiseOpenFileLimit() {
  #if canImport(Glibc)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let kind = RLIMIT_NOFILE
  #endif
  var limit = rlimit()
  guard getrlimit(kind, &limit) == 0 else { return }
  // macOS accepts no higher limit, although it reports one.
  limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 10_240))
  _ = setrlimit(kind, &limit)
}

/// Wraps `link` under a name that is not shadowed by a method.
package func linkFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  link(old, new)
}

/// Wraps `rename` under a name that is not shadowed by a method.
package func renameFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  rename(old, new)
}

/// The handling of a new name that already exists.
package enum RenameRule {
  /// Nothing: the call fails with `EEXIST`.
  case refuse
  /// The two files exchange their names atomically.
  case exchange
}

/// Renames with a rule that `rename` does not offer. Wraps `renameat2` on Linux, which is looked up
/// at run time because its header hides it, and `renamex_np` on Apple's systems.
///
/// - Returns: 0, or an `errno`; `ENOSYS` if the system has no such call.
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

/// The times at which the content of a file and its metadata were last changed.
package func times(of status: stat) -> (modified: timespec, noted: timespec) {
  #if canImport(Darwin)
    return (status.st_mtimespec, status.st_ctimespec)
  #else
    return (status.st_mtim, status.st_ctim)
  #endif
}

/// The resources that this process has used. Wraps `getrusage`.
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

/// Starts a detached thread. Wraps `pthread_create`, whose types differ between systems.
///
/// - Returns: false if the system cannot start another thread.
package func startDetachedThread(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackBytes)
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(
      &thread, &attributes,
      { box in
        Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
  #else
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { box in
        Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
  #endif
  if status != 0 { box.release() }
  return status == 0
}

/// Stops the current thread, and threads that it starts, from preempting running threads; their
/// share of the processors does not change. Wraps `sched_setscheduler` with `SCHED_BATCH`
/// (sched(7)); does nothing on systems without it.
package func letOthersFinishFirst() {
  #if os(Linux)
    // The header does not declare the name.
    let batch: CInt = 3
    var parameters = sched_param()
    _ = sched_setscheduler(0, batch, &parameters)
  #endif
}

/// Calls code that starts threads, and then removes real-time scheduling (`SCHED_FIFO`, `SCHED_RR`;
/// sched(7)) from those threads and from the current one. A real-time thread would block the
/// processor for all other threads, and a library must not impose that on its program.
///
/// The new threads are found by their name, which they inherit from the current one. On Apple's
/// systems this only makes the call; without `/proc` it changes the current thread only.
///
/// - Parameter name: the temporary name of the threads, at most 5 bytes; a number of the current
///   thread follows.
/// - Complexity: examines every thread of the process.
package func withoutRealTimeThreads<Result>(named name: String, _ body: () -> Result) -> Result {
  #if os(Linux)
    let current = "/proc/thread-self/comm"
    let number = UInt(bitPattern: pthread_self().hashValue) % 1_000_000_000
    let (oldName, newName) = (threadName(at: current), "\(name) \(number)")
    let policy = sched_getscheduler(0)
    var parameters = sched_param()
    _ = sched_getparam(0, &parameters)
    nameThread(newName)
    defer {
      if let oldName { nameThread(oldName) }
      if sched_getscheduler(0) != policy { _ = sched_setscheduler(0, policy, &parameters) }
      for thread in threads(named: newName) where [1, 2].contains(sched_getscheduler(thread)) {
        _ = sched_setscheduler(thread, policy, &parameters)
      }
    }
  #endif
  return body()
}

#if os(Linux)
  /// The threads of this process that have a name.
  private func threads(named name: String) -> [pid_t] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
      }
      if number > 0, threadName(at: "/proc/self/task/\(number)/comm") == name {
        found.append(number)
      }
    }
    return found
  }

  /// - Returns: nil if the file does not exist.
  private func threadName(at path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
#endif

/// Names the calling thread, as shown by `top` and debuggers. Wraps `pthread_setname_np`, which
/// Linux limits to 15 bytes; it is looked up at run time because its header hides it.
package func nameThread(_ name: String) {
  #if canImport(Darwin)
    pthread_setname_np(name)
  #else
    guard let setThreadName else { return }
    var short = name
    while short.utf8.count > 15 { short.removeLast() }
    _ = setThreadName(pthread_self(), short)
  #endif
}

#if !canImport(Darwin)
  private let setThreadName = dlsym(nil, "pthread_setname_np").map {
    unsafeBitCast(
      $0, to: (@convention(c) (pthread_t, UnsafePointer<CChar>) -> Int32).self)
  }
#endif

/// The number of processors that this process may use; 0 if the system does not report it. Wraps
/// Linux's `sched_getaffinity`, which is looked up at run time because its header hides it.
package var allowedProcessors: Int {
  #if canImport(Darwin)
    return 0
  #else
    guard let symbol = dlsym(nil, "sched_getaffinity") else { return 0 }
    typealias Call = @convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32
    let call = unsafeBitCast(symbol, to: Call.self)
    var bits = [UInt64](repeating: 0, count: 128)
    guard call(0, bits.count * 8, &bits) == 0 else { return 0 }
    return bits.reduce(0) { $0 + $1.nonzeroBitCount }
  #endif
}

/// Returns freed memory of all threads to the system. Wraps `malloc_trim` of Glibc; does nothing
/// elsewhere.
package func releaseFreeMemory() {
  #if canImport(Glibc)
    guard let trimAllocator else { return }
    _ = trimAllocator(0)
  #endif
}

#if canImport(Glibc)
  private let trimAllocator = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }
#endif

/// Folders with dynamic libraries that `dlopen` does not search for a bare name: on Apple's
/// systems, the folders of Homebrew and MacPorts.
package var libraryFolders: [String] {
  #if canImport(Darwin)
    return ["/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"]
  #else
    return []
  #endif
}

/// The peak memory of this process in bytes. The system reports kilobytes on Linux and bytes on
/// Apple's systems.
package var peakResidentBytes: Int {
  #if canImport(Darwin)
    return usageOfProcess.ru_maxrss
  #else
    return usageOfProcess.ru_maxrss * 1024
  #endif
}
