internal import CLibrary
internal import SystemPackage

/// Gives the several files of one output their names: all of them or none.
///
/// Existing files with these names are kept aside until every new file is in place. If a call
/// fails, they are restored; if the process is killed, the next process that writes to the folder
/// restores them.
struct Publication {
  static let journalSuffix = ".names"
  static let asideSuffix = ".old"

  private let folder: FilePath
  private let journal: PublicationJournal

  /// - Parameters:
  ///   - journal: of files in the folder.
  init(_ journal: PublicationJournal, in folder: FilePath) {
    self.journal = journal
    self.folder = folder
  }

  /// A complete file and its future name.
  struct File {
    /// In the folder of ``path``, or in a subfolder of it.
    let temporary: FilePath
    let path: FilePath
  }

  /// - Parameters:
  ///   - files: flushed, all for the same folder.
  ///   - replacing: whether existing files with these names may be replaced.
  /// - Throws: ``NamedFailure``; then nothing has changed, except what the error reports.
  static func carryOut(_ files: [File], replacing: Bool) throws {
    let folder = OutputFile.folder(of: files[0].path)
    precondition(files.allSatisfy { OutputFile.folder(of: $0.path) == folder }, "one folder")
    let steps = try files.map { file in
      guard let stamp = FileStamp(of: file.temporary) else {
        throw NamedFailure(file: file.path, error: .cannotRename(errno: errno))
      }
      var temporary = file.temporary
      _ = temporary.removePrefix(folder)
      let isTaken = replacing && FileStatus(of: file.path, followingLinks: false) != nil
      return PublicationJournal.Step(
        temporary: temporary, name: file.path.lastComponent!,
        aside: isTaken
          ? FilePath.Component(OutputFile.nextTemporaryName(suffix: asideSuffix)) : nil,
        byteCount: stamp.byteCount, modified: stamp.modified)
    }
    let publication = Publication(PublicationJournal(steps: steps), in: folder)
    let (path, lock) = try publication.writeJournal(for: files[0].path)
    defer { try? lock.close() }
    var done = 0
    do throws(Errno) {
      for step in steps {
        try publication.take(step, replacing: replacing)
        done += 1
      }
    } catch {
      let code = error
      let lost = publication.undo { index, _ in index < done }
      if let lost {
        // The journal stays: the next run tries again.
        throw NamedFailure(
          file: folder.appending(steps[done].name), error: .notRestored(lost, errno: code.rawValue))
      }
      _ = path.withPlatformString { unlink($0) }
      throw NamedFailure(
        file: files[done].path,
        error: code == .fileExists ? .exists : .cannotRename(errno: code.rawValue))
    }
    OutputFile.flushFolder(folder)
    publication.dropAsides()
    _ = path.withPlatformString { unlink($0) }
  }

  /// Whether every file has its name.
  var isComplete: Bool { journal.steps.allSatisfy(hasItsName) }

  /// Whether the file with this name is the new one.
  func hasItsName(_ step: PublicationJournal.Step) -> Bool {
    guard FileStatus(of: folder.pushing(step.temporary), followingLinks: false) == nil,
      let found = FileStamp(of: folder.appending(step.name))
    else { return false }
    return found.byteCount == step.byteCount && found.modified == step.modified
  }

  /// Restores the earlier files, as far as names have changed.
  ///
  /// - Parameter isDone: whether a step has been completed.
  /// - Returns: nil, or the first file that could not be restored, with the name under which it is
  ///   kept.
  func undo(_ isDone: (Int, PublicationJournal.Step) -> Bool) -> FilePath? {
    var lost: FilePath?
    for (index, step) in journal.steps.enumerated().reversed() {
      let name = folder.appending(step.name)
      let aside = step.aside.map { folder.appending($0) }
      let isKept = aside.map { FileStatus(of: $0, followingLinks: false) != nil } ?? false
      if isDone(index, step) {
        if let aside, isKept {
          if Renaming.rename(aside, to: name) != 0 { lost = aside }
        } else if aside == nil {
          if name.withPlatformString({ unlink($0) }) != 0, errno != ENOENT { lost = name }
        }
      } else if let aside, isKept {
        if FileStatus(of: name, followingLinks: false) == nil {
          if Renaming.rename(aside, to: name) != 0 { lost = aside }
        } else {
          _ = aside.withPlatformString { unlink($0) }
        }
      }
    }
    OutputFile.flushFolder(folder)
    return lost
  }

  /// Removes the replaced files.
  func dropAsides() {
    for step in journal.steps {
      guard let aside = step.aside else { continue }
      _ = folder.appending(aside).withPlatformString { unlink($0) }
    }
  }

  /// Gives one file its name and keeps the earlier file aside.
  private func take(_ step: PublicationJournal.Step, replacing: Bool) throws(Errno) {
    let name = folder.appending(step.name)
    let temporary = folder.pushing(step.temporary)
    guard replacing else {
      let code = Renaming.rename(temporary, toFree: name)
      if code != 0 { throw Errno(rawValue: code) }
      return
    }
    // A folder that has appeared in the meantime has no hard links and could be moved, but it must
    // not be replaced.
    if FileStatus(of: name, followingLinks: false)?.isFolder == true { throw .isDirectory }
    if let aside = step.aside.map({ folder.appending($0) }) {
      // Without hard links, no file has the name for a moment.
      if Renaming.link(name, as: aside) != 0, Renaming.rename(name, to: aside) != 0,
        errno != ENOENT
      {
        throw Errno(rawValue: errno)
      }
    }
    if Renaming.rename(temporary, to: name) != 0 { throw Errno(rawValue: errno) }
  }

  /// Writes and locks the journal and flushes it to the disk.
  private func writeJournal(
    for output: FilePath
  ) throws(NamedFailure) -> (FilePath, FileDescriptor) {
    while true {
      let path = folder.appending(OutputFile.nextTemporaryName(suffix: Self.journalSuffix))
      do {
        let file = try FileDescriptor.open(
          path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
          permissions: .ownerReadWrite)
        guard FileLock.take(file, madeAt: path) else {
          try? file.close()
          continue
        }
        do {
          try file.writeAll(journal.bytes)
          if flushToDisk(file.rawValue) != 0 { throw Errno(rawValue: errno) }
        } catch {
          _ = path.withPlatformString { unlink($0) }
          try? file.close()
          throw error
        }
        OutputFile.flushFolder(folder)
        return (path, file)
      } catch Errno.fileExists {
        continue
      } catch {
        let code = (error as? Errno ?? .ioError).rawValue
        throw NamedFailure(file: output, error: .cannotFlush(errno: code))
      }
    }
  }
}
