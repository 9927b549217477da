internal import OutputFiles
package import Reading
package import SystemPackage

/// The files that a job reads, as far as they are known.
package struct WatchedFiles: Sendable {
  /// Files whose content matters, whether they exist or not.
  package var files: Set<FilePath> = []
  /// Folders of frames and patterns: every file in them that may be a frame matters. Other paths
  /// may be among them.
  package var inputs: Set<FilePath> = []
  /// Folders in which new files may matter; ``find`` finds them.
  package var folders: Set<FilePath> = []
  /// The outputs of the job, which never matter.
  package var outputs: Set<FilePath> = []
  /// Searches for other files that matter.
  package var find: (@Sendable () -> Set<FilePath>)?

  package init() {}

  /// Adds an input and all files that it refers to, such as the picture of an atlas.
  ///
  /// If an input cannot be read, the files found so far are added.
  ///
  /// - Complexity: surveys the input; decodes no pixels.
  package mutating func add(_ input: FilePath, options: ReadingOptions) {
    files.insert(input)
    inputs.insert(input)
    let trace = InputTrace()
    _ = try? InputTrace.$current.withValue(trace) {
      try openSource(.path(input), options: options)
    }
    let findings = trace.findings
    files.formUnion(findings.files.map(\.path))
    files.formUnion(findings.missing)
    if let listing = findings.listing, listing.selection == .all {
      inputs.insert(listing.folder.isEmpty ? "." : listing.folder)
    }
  }

  /// The files and folders that exist and matter, sorted. A file that does not exist would be a
  /// dependency that can never be met.
  package var present: [FilePath] {
    files.union(inputs).filter { FileStatus(of: $0, followingLinks: true) != nil }
      .sorted { $0.string < $1.string }
  }

  /// The number of watched files, for messages.
  package var count: Int { FileStates(self).count }

  /// Every folder in which a change may concern one of these files; the nearest existing one.
  var placesOfNotices: Set<FilePath> {
    var places = folders
    for file in files.union(inputs) {
      places.insert(file)
      places.insert(OutputFile.folder(of: file))
    }
    return Set(places.map(Self.nearestThatIsThere))
  }

  private static func nearestThatIsThere(_ path: FilePath) -> FilePath {
    var path = path
    while FileStatus(of: path, followingLinks: true) == nil, !path.components.isEmpty {
      path.removeLastComponent()
    }
    return path.isEmpty ? "." : path
  }
}
