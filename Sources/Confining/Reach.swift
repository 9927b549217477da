package import SystemPackage

/// The files and folders that a process can still reach after ``confine(reading:writing:)``, in
/// addition to those that every process needs: libraries, `/proc`, a few devices, and the folder
/// for temporary files.
package struct Reach: Sendable, Hashable {
  /// Files, and folders with everything in them, that may be read.
  package var reading: Set<FilePath> = []
  /// Files, and folders with everything in them, that may be read, made, changed and removed.
  package var writing: Set<FilePath> = []
  /// Folders whose names may be listed, also those in them. Their files are not readable.
  package var listing: Set<FilePath> = []
  /// Whether connections to other machines may be made.
  package var mayConnect = false
  /// Whether only the files above can be reached; otherwise every file stays accessible.
  package var limitsFiles = true
  /// Whether outputs are moved from one folder to another, which Landlock can allow only since ABI 2
  /// (Linux 5.19).
  package var movesBetweenFolders = false

  package init(
    reading: Set<FilePath> = [], writing: Set<FilePath> = [], listing: Set<FilePath> = []
  ) {
    self.reading = reading
    self.writing = writing
    self.listing = listing
  }

  package mutating func formUnion(_ other: Reach) {
    reading.formUnion(other.reading)
    writing.formUnion(other.writing)
    listing.formUnion(other.listing)
    mayConnect = mayConnect || other.mayConnect
    limitsFiles = limitsFiles && other.limitsFiles
    movesBetweenFolders = movesBetweenFolders || other.movesBetweenFolders
  }

  /// The same with at most `limit` places of each kind, if folders can hold them: the deepest
  /// places are replaced by their folders. Each place costs a few microseconds.
  package func gathered(limit: Int) -> Reach {
    var reach = self
    reach.reading = Self.gathered(reading, limit)
    reach.writing = Self.gathered(writing, limit)
    reach.listing = Self.gathered(listing, limit)
    return reach
  }

  private static func gathered(_ places: Set<FilePath>, _ limit: Int) -> Set<FilePath> {
    var places = places
    while places.count > limit, let depth = places.map(\.components.count).max(), depth > 1 {
      places = Set(
        places.map { place in
          // The target of `..` cannot be determined from the text.
          guard place.components.count == depth,
            !place.components.contains(where: { $0.kind == .parentDirectory })
          else { return place }
          return place.removingLastComponent()
        })
      if places.allSatisfy({ $0.components.contains { $0.kind == .parentDirectory } }) { break }
      if places.map(\.components.count).max() == depth { break }
    }
    return places
  }

  /// Whether a path may be read or, on request, written.
  ///
  /// - Complexity: examines the disk; for messages about a failure.
  package func covers(_ path: FilePath, writing isWritten: Bool) -> Bool {
    if !limitsFiles { return true }
    let path = RealPath.of(path)
    let places = isWritten ? writing : writing.union(reading).union(SystemPlaces.reading)
    return places.contains { path.starts(with: RealPath.of($0)) }
  }
}
