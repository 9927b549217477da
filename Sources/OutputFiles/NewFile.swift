internal import CLibrary
internal import Stages
package import SystemPackage

/// Writes a file that does not exist yet and brings it to the disk.
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
