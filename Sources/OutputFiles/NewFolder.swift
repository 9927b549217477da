internal import CLibrary
internal import Stages
package import SystemPackage

/// Makes a folder that does not exist yet. Wraps `mkdir`.
///
/// - Throws: ``WritingError/system(operation:errno:)``.
package func makeFolder(_ path: FilePath) throws {
  if path.withPlatformString({ mkdir($0, 0o777) }) != 0 {
    throw WritingError.system(
      operation: "creating \(path.lastComponent?.string ?? "a folder")", errno: errno)
  }
}
