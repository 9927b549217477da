internal import AnimConv
internal import CLibrary
internal import OutputFiles
internal import Reading
internal import SystemPackage

/// A pattern of paths: `*`, `?` and `[...]` match parts of a name, and `**` as a whole name matches
/// any number of folders, including none.
///
/// They do not match names that start with a dot, or symbolic links to folders. An existing path is
/// never a pattern.
struct PathPattern: Sendable {
  /// A path that was found.
  struct Match: Hashable, Sendable {
    let path: FilePath
    /// The folder between the part of the pattern without wildcards and the name; empty if there is
    /// none.
    let subfolder: FilePath
  }

  /// The matches, in the order of the paths' bytes.
  struct Matches: Sendable {
    var paths: [Match] = []
    /// Folders whose names were read: a new name in one of them may be a new match.
    var folders: [FilePath] = []
  }

  private enum Step: Hashable {
    case name(FilePath.Component)
    case glob(NameGlob)
    case anyFolders
  }

  let path: FilePath

  init(_ path: FilePath) {
    self.path = path
  }

  /// Finds the matches: regular files, and folders if the pattern's last component matches them.
  ///
  /// - Throws: ``BatchError/folderUnreadable(folder:errno:)`` if a folder with possible matches
  ///   cannot be read.
  /// - Complexity: reads every folder that the pattern can match in.
  func matches() throws(BatchError) -> Matches {
    // An unreadable pattern is reported with the folder that it searches.
    if try hasWildcards
      ? FileStatus(of: path, followingLinks: true) != nil
      : Self.status(path) != nil
    {
      return Matches(paths: [Match(path: path, subfolder: "")])
    }
    let steps = path.components.map(Self.step)
    guard let first = steps.firstIndex(where: { if case .name = $0 { false } else { true } })
    else {
      // `f%04d.png` is one input, of many frames.
      guard case .numbered? = FrameFolderRequest(path)?.selection else { return Matches() }
      return Matches(paths: [Match(path: path, subfolder: "")])
    }
    var base = FilePath(root: path.root, [])
    for step in steps[..<first] {
      if case .name(let name) = step { base.append(name) }
    }
    var found = Matches()
    var seen: Set<FilePath> = []
    try Self.walk(base, subfolder: "", steps[first...], &found, &seen)
    found.paths.sort { Self.precedes($0.path, $1.path) }
    return found
  }

  /// Whether the text contains a wildcard.
  var hasWildcards: Bool {
    path.components.contains { if case .name = Self.step($0) { false } else { true } }
  }

  private static func step(_ component: FilePath.Component) -> Step {
    let text = component.string
    if text == "**" { return .anyFolders }
    return NameGlob(text).map(Step.glob) ?? .name(component)
  }

  private static func walk(
    _ folder: FilePath, subfolder: FilePath, _ steps: ArraySlice<Step>, _ found: inout Matches,
    _ seen: inout Set<FilePath>
  ) throws(BatchError) {
    guard let step = steps.first else { return }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name):
      // A name behind a wildcard.
      try add(folder, subfolder, name, rest, &found, &seen)
    case .glob(let glob):
      for name in try names(in: folder, &found) where glob.matches(name.string) {
        if try isLinkToFolder(folder.appending(name)) { continue }
        try add(folder, subfolder, name, rest, &found, &seen)
      }
    case .anyFolders:
      if rest.isEmpty {
        // `a/**` is every file below a.
        try walk(folder, subfolder: subfolder, [.glob(NameGlob("*")!)], &found, &seen)
      } else {
        try walk(folder, subfolder: subfolder, rest, &found, &seen)
      }
      for name in try names(in: folder, &found) where !name.string.hasPrefix(".") {
        let path = folder.appending(name)
        guard try status(path, followingLinks: false)?.isFolder == true else { continue }
        try walk(path, subfolder: subfolder.appending(name), steps, &found, &seen)
      }
    }
  }

  private static func add(
    _ folder: FilePath, _ subfolder: FilePath, _ name: FilePath.Component,
    _ rest: ArraySlice<Step>, _ found: inout Matches, _ seen: inout Set<FilePath>
  ) throws(BatchError) {
    let path = folder.appending(name)
    guard let status = try status(path) else { return }
    if rest.isEmpty {
      if status.isRegularFile || status.isFolder, seen.insert(path).inserted {
        found.paths.append(Match(path: path, subfolder: subfolder))
      }
    } else if status.isFolder {
      try walk(path, subfolder: subfolder.appending(name), rest, &found, &seen)
    }
  }

  private static func isLinkToFolder(_ path: FilePath) throws(BatchError) -> Bool {
    guard try status(path, followingLinks: false)?.isSymbolicLink == true else { return false }
    return try status(path)?.isFolder == true
  }

  private static func names(
    in folder: FilePath, _ found: inout Matches
  ) throws(BatchError) -> [FilePath.Component] {
    let place: FilePath = folder.isEmpty ? "." : folder
    if found.folders.last != place { found.folders.append(place) }
    do { return try FolderNames.all(in: place) } catch {
      switch error {
      case .noSuchFileOrDirectory, .notDirectory: return []
      default: throw .folderUnreadable(folder: place.string, errno: error.rawValue)
      }
    }
  }

  private static func status(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(BatchError) -> FileStatus? {
    do { return try FileStatus.seen(at: path, followingLinks: followingLinks) } catch {
      throw .folderUnreadable(folder: OutputFile.folder(of: path).string, errno: error.rawValue)
    }
  }

  private static func precedes(_ one: FilePath, _ other: FilePath) -> Bool {
    PathText.bytes(of: one).lexicographicallyPrecedes(PathText.bytes(of: other))
  }
}
