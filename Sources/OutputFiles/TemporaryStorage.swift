internal import CLibrary
package import SystemPackage
internal import Threads

/// Where a conversion keeps files that do not fit into memory, and how many bytes they may have.
///
/// Bound to a task or thread, it applies to every ``TemporaryFile`` that is made there.
package final class TemporaryStorage: Sendable {
  @TaskLocal package static var current: TemporaryStorage?

  /// Nil for the default of each file.
  package let folder: FilePath?
  private let allowed: Int64
  private let used = GuardedState<Int64>(0)

  /// - Parameter maxBytes: bytes of all files together; nil for no limit.
  package init(folder: FilePath?, maxBytes: Int64?) {
    self.folder = folder
    allowed = maxBytes ?? .max
  }

  /// The folder of the task, or `TMPDIR`, or `/tmp`.
  package static var folder: FilePath {
    if let folder = current?.folder { return folder }
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return FilePath(platformString: folder)
  }

  /// Accounts for bytes before they are written.
  ///
  /// - Throws: ``TemporaryStorageError``.
  func take(_ bytes: Int64) throws {
    try used.withLock { used in
      let (sum, overflow) = used.addingReportingOverflow(bytes)
      guard !overflow, sum <= allowed else {
        throw TemporaryStorageError.quotaExceeded(allowed: allowed)
      }
      used = sum
    }
  }

  func giveBack(_ bytes: Int64) { used.withLock { $0 -= bytes } }
}
