internal import CLibrary
package import SystemPackage

/// Opens a file of this process for writing, and never a file that another process has put in its
/// place.
///
/// For the file of an ``OutputFile``, this is the original file, even if another file has its name
/// now; its offset is shared. Other files are opened by name, without following links, and files
/// with a second name are refused.
///
/// - Parameter emptied: whether to empty the file, or create it if it does not exist.
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
