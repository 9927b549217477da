internal import CLibrary
internal import OutputFiles
internal import SystemPackage

/// Paths without symbolic links, so that two paths to one folder are equal.
struct RealPlaces {
  private var folders: [FilePath: FilePath] = [:]
  private var foldsCase: [FilePath: Bool] = [:]

  mutating func place(of path: FilePath) -> FilePath {
    guard let name = path.lastComponent else { return path }
    return place(ofFolder: OutputFile.folder(of: path)).appending(name)
  }

  /// Whether the file system at a path ignores case.
  mutating func ignoresCase(_ path: FilePath) -> Bool {
    var folder = OutputFile.folder(of: path)
    while FileStatus(of: folder, followingLinks: true)?.isFolder != true {
      let above = OutputFile.folder(of: folder)
      if above == folder { return false }
      folder = above
    }
    if let known = foldsCase[folder] { return known }
    let probe = folder.appending(".animconv-case-\(getpid()).tmp")
    let twin = folder.appending(".ANIMCONV-CASE-\(getpid()).TMP")
    guard
      // If nothing can be written, outputs cannot collide.
      let file = try? FileDescriptor.open(
        probe, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
    else { return false }
    try? file.close()
    let answer = FileStatus(of: twin, followingLinks: false) != nil
    _ = probe.withPlatformString { unlink($0) }
    foldsCase[folder] = answer
    return answer
  }

  /// The folder's real path; components that do not exist yet keep their names.
  mutating func place(ofFolder folder: FilePath) -> FilePath {
    if folder.isEmpty { return place(ofFolder: ".") }
    if let known = folders[folder] { return known }
    let resolved: FilePath
    if let pointer = folder.withPlatformString({ realpath($0, nil) }) {
      resolved = FilePath(platformString: pointer)
      free(pointer)
    } else if let name = folder.lastComponent {
      let above = place(ofFolder: OutputFile.folder(of: folder))
      resolved =
        switch name.kind {
        case .regular: above.appending(name)
        case .currentDirectory: above
        // A component that does not exist yet cannot become a symbolic link.
        case .parentDirectory: above.removingLastComponent()
        }
    } else {
      resolved = folder
    }
    folders[folder] = resolved
    return resolved
  }
}
