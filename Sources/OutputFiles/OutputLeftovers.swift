internal import CLibrary
package import SystemPackage

/// What processes that were killed left in a folder.
package enum OutputLeftovers {
  /// Lets the several files of an output be all new or all old, and removes temporary files and
  /// folders. Those of processes that live are locked and stay.
  package static func clear(in folder: FilePath) {
    // Every conversion looks here, and the folder may have very many names.
    let names = (try? FolderNames.all(in: folder, beginningWith: OutputFile.prefix)) ?? []
    // A journal tells what the temporary files are for, so it comes first.
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

  /// Completes what only had to be tidied up, and undoes the rest. A file that somebody else has
  /// put there since stays.
  private static func settle(_ path: FilePath, in folder: FilePath) {
    guard let file = FileLock.take(leftAt: path) else { return }
    defer { try? file.close() }
    // Somebody else's journal could name anything in a folder that others write to.
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), FileStatus(of: path, followingLinks: false) != nil
    else { return }
    let maxBytes = 1 << 24
    guard let bytes = try? contents(of: file, maxBytes: maxBytes) else { return }
    // One that is cut off was never acted on.
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
    // Filling no bytes writes to the empty array that all threads share.
    if count == 0 { return [] }
    return try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try file.fill(UnsafeMutableRawBufferPointer(space), fromAbsoluteOffset: 0)
    }
  }
}
