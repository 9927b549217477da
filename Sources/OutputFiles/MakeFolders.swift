internal import CLibrary
package import SystemPackage

/// Makes a folder and its missing parents. Wraps `mkdir`.
///
/// - Returns: the folders made, the outermost first.
/// - Throws: ``OutputError/cannotCreate(folder:errno:)``.
@discardableResult
package func makeFolders(_ folder: FilePath) throws(OutputError) -> [FilePath] {
  if FileStatus(of: folder, followingLinks: true)?.isFolder == true { return [] }
  let above = OutputFile.folder(of: folder)
  var made = above == folder ? [] : try makeFolders(above)
  if folder.withPlatformString({ mkdir($0, 0o777) }) == 0 {
    made.append(folder)
  } else if errno != EEXIST {
    throw .cannotCreate(folder: folder, errno: errno)
  }
  return made
}
