internal import CLibrary
package import SystemPackage

/// Shows whether a file was written to: its size and the time of its last change.
package struct FileVersion: Equatable, Sendable {
  private let byteCount: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Wraps `fstat`.
  package init?(of descriptor: FileDescriptor) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { return nil }
    let modified = times(of: status).modified
    byteCount = Int64(status.st_size)
    seconds = modified.tv_sec
    nanoseconds = modified.tv_nsec
  }
}
