internal import CConfinement
internal import CLibrary
internal import Synchronization
public import SystemPackage

/// The operations that a process can no longer perform after ``confine(reading:writing:)``.
public struct Confinement: Sendable, Hashable {
  /// An operation that the kernel refuses.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// Opening, making and removing files other than the named ones.
    case files
    /// Truncating such files; without this part, files can be truncated by name although they
    /// cannot be opened for writing.
    case truncation
    /// Connections by TCP.
    case tcp
    /// Controlling devices.
    case devices
    /// Signals to other processes, and connections to their abstract sockets.
    case processes
    /// System calls that no conversion needs: other programs, the memory of other processes,
    /// sockets, mounts, keys, io_uring.
    case systemCalls
  }

  /// The version of Landlock's interface that was used; 0 without Landlock, which is in Linux since
  /// 5.13.
  public let landlockABI: Int
  /// What is refused.
  public let parts: Set<Part>

  /// The confinement of this process; nil if there is none.
  public static var current: Confinement? { record.withLock { $0?.confinement } }

  private struct Record {
    var confinement: Confinement
    var reach: Reach
    var remedy: String
  }

  private static let record = Mutex<Record?>(nil)

  /// The remedy if a path could not be opened because of the confinement; nil if there was another
  /// reason.
  package static func remedy(for path: FilePath, writing: Bool) -> String? {
    guard let record = record.withLock({ $0 }), record.confinement.parts.contains(.files),
      !record.reach.covers(path, writing: writing)
    else { return nil }
    return record.remedy
  }

  /// Whether this system supports what ``confine(reading:writing:)`` uses, in some version.
  package static var isSupported: Bool {
    animconv_refused_call_count() > 0
  }

  /// Why the kernel has no Landlock; nil if it has.
  package static var landlockProblem: String? {
    let abi = animconv_landlock_abi()
    if abi > 0 { return nil }
    switch -abi {
    case ENOSYS: return "the kernel does not have it"
    case EOPNOTSUPP: return "the kernel was started without it"
    default: return "\(Errno(rawValue: -abi))"
    }
  }

  /// Confines the process.
  ///
  /// - Parameters:
  ///   - newestABI: uses no later version of Landlock than this; 0 for none.
  ///   - remedy: the text of messages about a file outside.
  /// - Throws: ``ConfinementError``.
  package static func enter(
    _ reach: Reach, newestABI: Int = .max, remedy: String
  ) throws(ConfinementError) -> Confinement {
    let threads = Int(animconv_thread_count())
    if threads > 1 { throw .hasThreads(threads) }
    let abi = max(0, min(Int(animconv_landlock_abi()), newestABI))
    let mayFilter = animconv_no_new_privileges() == 0
    var parts: Set<Part> = []
    if abi > 0, mayFilter { parts = try Landlock(abi: abi).restrict(to: reach) }
    if mayFilter, animconv_refuse_calls(reach.mayConnect ? 1 : 0) == 0 {
      parts.insert(.systemCalls)
    }
    let confinement = Confinement(landlockABI: abi, parts: parts)
    record.withLock {
      $0 = Record(confinement: confinement, reach: reach, remedy: remedy)
    }
    return confinement
  }
}

/// Why a process was not confined.
public enum ConfinementError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The process has this many threads, but a confinement applies only to later threads.
  case hasThreads(Int)
  /// The kernel refused with this `errno`.
  case system(operation: String, errno: Int32)

  /// The reason.
  public var description: String {
    switch self {
    case .hasThreads(let count):
      "a process is confined before it has threads, but this one has \(count)"
    case .system(let operation, let errno):
      "\(operation) failed: \(Errno(rawValue: errno))"
    }
  }
}

/// Gives up all files except the named ones, and the network, for the whole process and
/// permanently.
///
/// Converters are attacked through files that their decoders read. After this call, code that such
/// a file smuggles in can reach the named files and little else. It applies to every later thread
/// and child of the process, affects everything that the process does, and cannot be undone.
/// Therefore the library never calls it by itself: it is for programs that only convert.
///
/// The kernel decides how much is refused; see ``Confinement/parts``. Linux before 5.13, kernels
/// without Landlock and macOS refuse less or nothing, which is not an error.
///
///     try confine(reading: ["/srv/incoming"], writing: ["/srv/converted"])
///
/// Libraries and `/proc` stay readable, and `TMPDIR` (default `/tmp`) stays writable. Files and
/// sockets that are already open stay usable.
///
/// - Parameters:
///   - reading: files, and folders with everything in them. Paths that do not exist are left out;
///     for links, the current target counts.
///   - writing: the same for files and folders that are read, made, replaced and removed. An output
///     needs its folder, because it is complete before it gets its name.
/// - Returns: what is refused.
/// - Throws: ``ConfinementError/hasThreads(_:)`` if the process has more than one thread: call it
///   first in `main`, before any concurrency.
/// - Complexity: a few system calls for each path.
@discardableResult
public func confine(
  reading: [FilePath], writing: [FilePath]
) throws(ConfinementError) -> Confinement {
  try Confinement.enter(
    Reach(reading: Set(reading), writing: Set(writing)),
    remedy: "it is outside the files that this process was confined to")
}
