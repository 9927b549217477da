internal import CLibrary
internal import SystemPackage

/// The file or folder at a path, for rules about it.
struct DiskPlace {
  enum Kind { case missing, folder, file, other }

  let path: FilePath
  /// The target of the path.
  let kind: Kind
  /// Whether the path itself is a symbolic link.
  let isLink: Bool

  init(_ path: FilePath) {
    self.path = path.isEmpty ? "." : path
    var status = stat()
    isLink =
      self.path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    guard self.path.withPlatformString({ stat($0, &status) }) == 0 else {
      kind = .missing
      return
    }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFREG: .file
      default: .other
      }
  }

  /// The folder in which the path's last name is.
  var folder: FilePath {
    guard let last = path.lastComponent else { return path }
    if last.kind != .regular { return path.appending("..") }
    let above = path.removingLastComponent()
    return above.isEmpty ? "." : above
  }

  /// The path itself if it is a folder, otherwise the nearest existing one above.
  var nearestFolder: FilePath {
    var place = self
    while place.kind != .folder, let last = place.path.lastComponent {
      // A missing folder is not a link, so `..` after it can be resolved from the text.
      let normal = place.path.lexicallyNormalized()
      place =
        last.kind != .regular && normal.components.count < place.path.components.count
        ? DiskPlace(normal) : DiskPlace(place.path.removingLastComponent())
    }
    return place.path
  }

  /// The target of a link, with all further links followed; nil if it does not exist.
  var target: FilePath? {
    guard isLink, let pointer = path.withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(pointer) }
    return FilePath(platformString: pointer)
  }

  /// The first bytes of a regular file; empty for anything else.
  func beginning(_ count: Int) -> [UInt8] {
    guard kind == .file,
      let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return [] }
    defer { try? file.close() }
    return [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled =
        (try? file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(space))) ?? 0
    }
  }
}
