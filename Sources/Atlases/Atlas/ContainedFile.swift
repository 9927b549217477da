internal import CLibrary
package import SystemPackage

/// Opens files that data names, only inside the data's folder.
///
/// The name is resolved component by component with `openat`, without following symbolic links, so
/// nothing outside the folder is opened for any name, even if another program modifies the folder.
/// Only regular files are opened: no devices or pipes.
package enum ContainedFile {
  /// Opens the file `name` in `folder`.
  ///
  /// A backslash also separates folders, because packers on Windows write it. `.` is ignored; `..`,
  /// absolute paths, drives, addresses such as `file:` and `http:`, and control characters are
  /// refused before any lookup.
  ///
  /// - Parameters:
  ///   - name: the untrusted name from the data.
  ///   - folder: the folder of the data; links in its own path are the user's choice.
  /// - Returns: an open regular file; the caller closes it.
  /// - Throws: ``AtlasError/imageRefused(name:reason:)``, ``AtlasError/imageNotFound(name:)`` and
  ///   ``AtlasError/system(operation:name:errno:)``.
  package static func open(_ name: String, in folder: FilePath) throws -> FileDescriptor {
    let parts = try parts(of: name)
    var current: FileDescriptor
    do {
      current = try FileDescriptor.open(
        folder.isEmpty ? "." : folder, .readOnly,
        options: [.init(rawValue: O_DIRECTORY), .closeOnExec])
    } catch let errno as Errno {
      throw failure(errno.rawValue, name: name)
    }
    for (index, part) in parts.enumerated() {
      let container = current
      defer { try? container.close() }
      current = try openPart(part, in: container, isLast: index == parts.count - 1, name: name)
    }
    return current
  }

  /// Opens one component of the path: a folder, or at the end a regular file.
  private static func openPart(
    _ part: String, in folder: FileDescriptor, isLast: Bool, name: String
  ) throws -> FileDescriptor {
    // Checked before opening, so that a device is not opened even for a moment; the status of the
    // opened file is decisive.
    var status = stat()
    guard fstatat(folder.rawValue, part, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw failure(errno, name: name)
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFLNK { throw AtlasError.imageRefused(name: name, reason: .symbolicLink) }
    guard kind == (isLast ? S_IFREG : S_IFDIR) else {
      if !isLast { throw AtlasError.imageNotFound(name: name) }
      throw AtlasError.imageRefused(name: name, reason: .notRegularFile)
    }
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
    let number = openat(folder.rawValue, part, flags)
    guard number >= 0 else { throw failure(errno, name: name) }
    let opened = FileDescriptor(rawValue: number)
    var openedStatus = stat()
    if isLast, fstat(number, &openedStatus) != 0 || openedStatus.st_mode & S_IFMT != S_IFREG {
      try? opened.close()
      throw AtlasError.imageRefused(name: name, reason: .notRegularFile)
    }
    return opened
  }

  private static func failure(_ errno: Int32, name: String) -> AtlasError {
    switch errno {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .imageNotFound(name: name)
    case ELOOP: .imageRefused(name: name, reason: .symbolicLink)
    default: .system(operation: "opening", name: name, errno: errno)
    }
  }

  /// Validates a name and splits it.
  package static func parts(of name: String) throws -> [String] {
    func refuse(_ reason: AtlasError.ImageRefusal) -> AtlasError {
      .imageRefused(name: name, reason: reason)
    }
    guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw refuse(.controlCharacter)
    }
    let bytes = Array(name.utf8)
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    if let first = bytes.first, isSeparator(first) { throw refuse(.absolute) }
    let head = bytes.prefix { !isSeparator($0) }
    if let colon = head.firstIndex(of: UInt8(ascii: ":")) {
      // C:\x is a drive, file:///x and http://x are addresses; other colons are ordinary
      // characters.
      if colon == 1, bytes.count > 2, isSeparator(bytes[2]) { throw refuse(.absolute) }
      if bytes.dropFirst(colon + 1).first.map(isSeparator) == true { throw refuse(.address) }
    }
    let parts = bytes.split(whereSeparator: isSeparator)
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
    if parts.contains("..") { throw refuse(.outsideFolder) }
    if parts.isEmpty { throw refuse(.empty) }
    return parts
  }
}
