internal import CLibrary
internal import Stages
package import SystemPackage

/// Writes a new file and flushes it to the disk.
///
/// - Throws: ``WritingError/system(operation:errno:)``.
package func writeNewFile(_ bytes: [UInt8], at path: FilePath) throws {
  do {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    try file.closeAfter {
      _ = try file.writeAll(bytes)
      if flushToDisk(file.rawValue) != 0 { throw Errno(rawValue: errno) }
    }
  } catch let errno as Errno {
    throw WritingError.system(
      operation: "writing \(path.lastComponent?.string ?? "a file")", errno: errno.rawValue)
  }
}

/// Makes a new folder. Wraps `mkdir`.
///
/// - Throws: ``WritingError/system(operation:errno:)``.
package func makeFolder(_ path: FilePath) throws {
  if path.withPlatformString({ mkdir($0, 0o777) }) != 0 {
    throw WritingError.system(
      operation: "creating \(path.lastComponent?.string ?? "a folder")", errno: errno)
  }
}

/// Makes a file without a name in the folder of an output, which needs free space anyway. It
/// disappears when its descriptor is closed.
///
/// - Parameters:
///   - output: its name with `suffix` is used for a moment.
/// - Throws: `Errno`; `CancellationError`.
package func unnamedFile(beside output: FilePath, suffix: String) throws -> FileDescriptor {
  let path = output.removingLastComponent().appending(
    (output.lastComponent?.string ?? "") + suffix)
  return try TemporaryFiles.withoutName {
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = path.withPlatformString { unlink($0) }
    return file
  }
}
