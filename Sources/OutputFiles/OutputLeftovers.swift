internal import CLibrary
package import SystemPackage

/// Files that killed processes left in a folder.
package enum OutputLeftovers {
  /// Completes or undoes the replacement of an output's several files, and removes temporary files
  /// and folders. Files and folders of running processes are locked and stay.
  package static func clear(in folder: FilePath) {
    // Every conversion checks this, and the folder may have very many names.
    let names = (try? FolderNames.all(in: folder, beginningWith: OutputFile.prefix)) ?? []
    // A journal describes the purpose of temporary files, so it is read first.
    for name in names where name.string.hasSuffix(Publication.journalSuffix) {
      settle(folder.appending(name), in: folder)
    }
    for name in names where name.string.hasSuffix(OutputFile.suffix) {
      let path = folder.appending(name)
      guard let lock = FileLock.take(leftAt: path) else { continue }
      TemporaryFiles.remove(path)
      try? lock.close()
    }
  }

  /// Completes a replacement that only needed tidying up, and undoes any other. A file that another
  /// program has since put there stays.
  private static func settle(_ path: FilePath, in folder: FilePath) {
    guard let file = FileLock.take(leftAt: path) else { return }
    defer { try? file.close() }
    // Another user's journal could name any file in a shared folder.
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), FileStatus(of: path, followingLinks: false) != nil
    else { return }
    let maxBytes = 1 << 24
    guard let bytes = try? contents(of: file, maxBytes: maxBytes) else { return }
    // No replacement has begun if its journal is truncated.
    if let journal = PublicationJournal(bytes) {
      let publication = Publication(journal, in: folder)
      if publication.isComplete {
        publication.dropAsides()
      } else if publication.undo({ _, step in publication.hasItsName(step) }) != nil {
        return
      }
    }
    _ = path.withPlatformString { unlink($0) }
  }

  private static func contents(of file: FileDescriptor, maxBytes: Int) throws -> [UInt8] {
    let count = min(maxBytes, Int(try file.seek(offset: 0, from: .end)))
    // Filling zero bytes would write to the empty array that all threads share.
    if count == 0 { return [] }
    return try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try file.fill(UnsafeMutableRawBufferPointer(space), fromAbsoluteOffset: 0)
    }
  }
}
