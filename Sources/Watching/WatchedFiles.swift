internal import OutputFiles
package import Reading
package import SystemPackage

/// What a job reads, as far as is known.
package struct WatchedFiles: Sendable {
  /// Files whose content counts, there or not.
  package var files: Set<FilePath> = []
  /// Folders of frames and patterns: everything counts that may be a frame. Other paths may be among
  /// them.
  package var inputs: Set<FilePath> = []
  /// Folders in which something new may count; it is found by ``find``.
  package var folders: Set<FilePath> = []
  /// What the job writes, which never counts.
  package var outputs: Set<FilePath> = []
  /// Looks for what counts besides.
  package var find: (@Sendable () -> Set<FilePath>)?

  package init() {}

  /// Adds an input and every file that reading it leads to, such as the picture of an atlas.
  ///
  /// What cannot be read is added as far as it could.
  ///
  /// - Complexity: surveys the input; decodes no pixel.
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

  /// How many files are watched, for people.
  package var count: Int { FileStates(self).count }

  /// Every folder in which a change may be one of these files; the nearest that is there.
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
