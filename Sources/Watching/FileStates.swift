internal import OutputFiles
internal import Reading
internal import SystemPackage

/// The system's information about watched files at one moment.
struct FileStates {
  /// For all existing files.
  private var stamps: [FilePath: FileStamp] = [:]
  /// Files that the job is known to read, whether they exist or not.
  private var named: Set<FilePath>
  /// The contents of folders of frames and patterns: whether a file exists also matters.
  private var found: Set<FilePath> = []
  /// Files in these folders that the job has written.
  private var written: Set<FilePath> = []

  /// - Complexity: checks every file once, and lists the folders of frames.
  init(_ watched: WatchedFiles) {
    named = watched.files.subtracting(watched.outputs)
    // The same file can have several names.
    let outputs = Set(
      watched.outputs.compactMap { FileStatus(of: $0, followingLinks: true) })
    var listed = watched.find?() ?? []
    for input in watched.inputs { listed.formUnion(Self.frames(of: input)) }
    for path in listed {
      let isOutput =
        watched.outputs.contains(path)
        || !outputs.isEmpty
          && FileStatus(of: path, followingLinks: true).map(outputs.contains) == true
      if isOutput { written.insert(path) } else { found.insert(path) }
    }
    // Folders are compared by their contents.
    for file in named.union(found) {
      guard let stamp = FileStamp(of: file), stamp.isRegularFile else { continue }
      stamps[file] = stamp
    }
  }

  /// The contents of a folder of frames, or of a pattern's folder: frames, and other files, which
  /// may contain times; without hidden files, such as outputs that are still being written.
  private static func frames(of input: FilePath) -> [FilePath] {
    guard let request = FrameFolderRequest(input) else { return [] }
    let folder: FilePath = request.folder.isEmpty ? "." : request.folder
    // An unreadable folder has no names until it becomes readable.
    let names = (try? FolderNames.all(in: folder)) ?? []
    return names.filter { name in
      !name.string.hasPrefix(".") && request.concerns(name)
    }.map { folder == "." ? FilePath(root: nil, [$0]) : folder.appending($0) }
  }

  /// The states before a job, with the files that it was found to read, and without those that it
  /// has written.
  ///
  /// - Parameters:
  ///   - after: the states after the job.
  ///   - began: the file system's time before the job, in nanoseconds since 1970. A file that was
  ///     unknown before counts as changed if it has changed since then.
  func completed(by after: FileStates, began: Int64) -> FileStates {
    var result = self
    result.named = after.named
    for file in after.named where !named.contains(file) && !found.contains(file) {
      if let stamp = after.stamps[file], stamp.modified < began { result.stamps[file] = stamp }
    }
    result.found.subtract(after.written)
    let known = result.named.union(result.found)
    result.stamps = result.stamps.filter { known.contains($0.key) }
    return result
  }

  /// The number of existing files.
  var count: Int { stamps.count }

  /// The names of files that differ.
  func changes(to others: FileStates) -> [FilePath] {
    var changed = found.symmetricDifference(others.found)
    for file in named.union(found).union(others.named) where stamps[file] != others.stamps[file] {
      changed.insert(file)
    }
    return changed.sorted { $0.string < $1.string }
  }
}

extension FileStates: Equatable {
  static func == (one: FileStates, other: FileStates) -> Bool {
    one.stamps == other.stamps && one.found == other.found && one.named == other.named
  }
}
