internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Makes a folder and those it lies in, as far as they are not there. Wraps `mkdir`.
///
/// - Throws: ``OutputError/cannotCreate(folder:errno:)``.
func makeFolders(_ folder: FilePath) throws(OutputError) {
  if FileStatus(of: folder, followingLinks: true)?.isFolder == true { return }
  let above = OutputFile.folder(of: folder)
  if above != folder { try makeFolders(above) }
  guard folder.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
    throw .cannotCreate(folder: folder, errno: errno)
  }
}
