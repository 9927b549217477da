internal import CLibrary
package import SystemPackage

/// Opens a file that this process writes, and never one that somebody else has put in its place.
///
/// That of an ``OutputFile`` is the one that was made, whatever has its name now; its offset is shared.
/// What was made otherwise is opened by its name, without following links, and no file with a second name
/// is written to.
///
/// - Parameter emptied: whether it is emptied and made where it is not there.
/// - Throws: `Errno`.
package func openTemporary(_ path: FilePath, emptied: Bool = true) throws -> FileDescriptor {
  let file = try TemporaryFiles.descriptor(of: path) ?? openByName(path, creating: emptied)
  do {
    // A device cannot be emptied.
    if emptied, FileStatus(of: file)?.isRegularFile == true, ftruncate(file.rawValue, 0) != 0 {
      throw Errno(rawValue: errno)
    }
    _ = try file.seek(offset: 0, from: .start)
    return file
  } catch {
    try? file.close()
    throw error
  }
}

private func openByName(_ path: FilePath, creating: Bool) throws -> FileDescriptor {
  let file = try FileDescriptor.open(
    path, .readWrite,
    options: creating ? [.create, .noFollow, .closeOnExec] : [.noFollow, .closeOnExec],
    permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
  guard let status = FileStatus(of: file), !status.isRegularFile || status.links <= 1 else {
    try? file.close()
    throw Errno.fileExists
  }
  return file
}
