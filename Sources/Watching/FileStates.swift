internal import OutputFiles
internal import Reading
internal import SystemPackage

/// What the system says of watched files at one moment.
struct FileStates {
  /// Of all that are there.
  private var stamps: [FilePath: FileStamp] = [:]
  /// Files that the job is known to read, there or not.
  private var named: Set<FilePath>
  /// What folders of frames and patterns have: whether it is there counts, too.
  private var found: Set<FilePath> = []
  /// What folders have because the job has written it.
  private var written: Set<FilePath> = []

  /// - Complexity: asks about every file once, and reads the folders of frames.
  init(_ watched: WatchedFiles) {
    named = watched.files.subtracting(watched.outputs)
    // The same file has many names.
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
    // Folders are known by what is in them.
    for file in named.union(found) {
      guard let stamp = FileStamp(of: file), stamp.isRegularFile else { continue }
      stamps[file] = stamp
    }
  }

  /// What is in a folder of frames, or where a pattern's are: frames, and what is no picture and so may
  /// say when they show; not what is hidden, such as outputs that are still being written.
  private static func frames(of input: FilePath) -> [FilePath] {
    guard let request = FrameFolderRequest(input) else { return [] }
    let folder: FilePath = request.folder.isEmpty ? "." : request.folder
    // What cannot be read has no names until it can.
    let names = (try? FolderNames.all(in: folder)) ?? []
    return names.filter { name in
      !name.string.hasPrefix(".") && request.concerns(name)
    }.map { folder == "." ? FilePath(root: nil, [$0]) : folder.appending($0) }
  }

  /// The states before a job, with files that it was found to read when it had run, and without what
  /// it has written.
  ///
  /// - Parameters:
  ///   - after: the states when the job had run.
  ///   - began: the file system's time before the job, in nanoseconds since 1970. A file of which
  ///     nothing was known before is taken for changed when it has changed since.
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

  /// How many are there.
  var count: Int { stamps.count }

  /// Files that differ, by name.
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
