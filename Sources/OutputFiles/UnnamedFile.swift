internal import CLibrary
package import SystemPackage

/// Makes a file without a name in the folder of an output, where there has to be room anyway. It
/// goes with its descriptor.
///
/// - Parameters:
///   - output: its name with `suffix` is taken for a moment.
/// - Throws: `Errno`.
package func unnamedFile(beside output: FilePath, suffix: String) throws -> FileDescriptor {
  let path = output.removingLastComponent().appending(
    (output.lastComponent?.string ?? "") + suffix)
  let file = try FileDescriptor.open(
    path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
    permissions: .ownerReadWrite)
  _ = path.withPlatformString { unlink($0) }
  return file
}
