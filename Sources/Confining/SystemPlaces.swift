internal import CConfinement
internal import CLibrary
internal import SystemPackage

/// The places that every run needs, regardless of its arguments.
enum SystemPlaces {
  /// Places to read.
  static var reading: Set<FilePath> {
    var found: Set<FilePath> = []
    withUnsafeMutablePointer(to: &found) { found in
      animconv_system_places(
        { path, found in
          guard let path, let found else { return }
          found.assumingMemoryBound(to: Set<FilePath>.self).pointee
            .insert(FilePath(platformString: path))
        }, found)
    }
    return found
  }

  /// `TMPDIR`, or `/tmp`: pipes and trials are stored there.
  static var temporary: FilePath {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return FilePath(platformString: folder)
  }
}
