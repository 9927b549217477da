internal import CLibrary
internal import Stages
package import SystemPackage

/// Copies all that can be read from `input` to a temporary file in `TMPDIR` (`/tmp` without it)
/// that has no name any more and goes with its descriptor.
///
/// A regular file at its start, as after `< file`, is not copied.
///
/// - Parameter onBytes: called whenever something was read.
/// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` beyond
///   ``ReadingLimits/maxSpooledBytes``, ``ReadingError/system(operation:errno:)``.
func spool(
  _ input: FileDescriptor, limits: ReadingLimits, onBytes: () -> Void
) throws -> ByteSource {
  let status = try calling("fstat") { try Stat(input) }
  switch status.type {
  case .directory, .blockSpecial: throw ReadingError.notRegularFile
  case .regular:
    // What cannot be sought is copied.
    if let position = try? input.seek(offset: 0, from: .current), position == 0 {
      let copy = try calling("dup") { try input.duplicate() }
      return ByteSource(owning: copy, byteCount: Int64(status.size))
    }
  default: break
  }
  let file = try unnamedTemporaryFile()
  do {
    let byteCount = try copyAll(
      from: input, to: file, limit: limits.maxSpooledBytes, onBytes: onBytes)
    return ByteSource(owning: file, byteCount: byteCount)
  } catch {
    try? file.close()
    throw error
  }
}

private func copyAll(
  from input: FileDescriptor, to file: FileDescriptor, limit: Int, onBytes: () -> Void
) throws -> Int64 {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
  defer { buffer.deallocate() }
  var total = 0
  while true {
    let count = try calling("read") { try input.read(into: buffer) }
    if count == 0 { return Int64(total) }
    onBytes()
    total += count
    guard total <= limit else {
      throw ReadingError.limitExceeded(limit: .spooledBytes, value: total, allowed: limit)
    }
    _ = try calling("write") {
      try file.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

/// Makes a file in `TMPDIR` (`/tmp` without it) that has no name and goes with its descriptor. Wraps
/// `mkstemp` and unlinks the file at once.
///
/// - Throws: ``ReadingError/system(operation:errno:)``.
package func unnamedTemporaryFile() throws -> FileDescriptor {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(folder.isEmpty ? "/tmp" : folder)/animconv-XXXXXX".utf8CString)
  let number = mkstemp(&template)
  guard number >= 0 else {
    throw ReadingError.system(operation: "creating a temporary file in \(folder)", errno: errno)
  }
  unlink(template)
  _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  return FileDescriptor(rawValue: number)
}

/// Names the call in the error that it throws.
package func calling<Result>(_ operation: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as Errno {
    throw ReadingError.system(operation: operation, errno: error.rawValue)
  }
}
