internal import Confining
internal import SystemPackage

extension Reach {
  /// The files that are needed to read an input.
  ///
  /// - A media file: the file itself, or what a link points to, and the files beside it that may
  ///   describe it.
  /// - Any other file: its folder, because a description of a sheet or a list names files beside it;
  ///   for the data of some engines also the folder of the project.
  /// - A folder: everything in it. A pattern: the folder that it searches.
  ///
  /// - Parameter isWatched: whether the input may be exchanged while the command runs. Its folder
  ///   is then readable, because editors write a new file and rename it.
  static func reading(_ path: FilePath, isWatched: Bool = false) -> Reach {
    let place = DiskPlace(path)
    switch place.kind {
    case .missing: return Reach(reading: [Self.searched(by: place, isWatched: isWatched)])
    case .other: return Reach(reading: [place.path])
    case .folder: return Reach(reading: isWatched ? [place.path, place.folder] : [place.path])
    case .file: break
    }
    var reach = Reach(reading: [place.path])
    if isWatched {
      reach.reading.insert(place.folder)
      if let target = place.target { reach.reading.insert(DiskPlace(target).folder) }
    }
    if MediaBeginning.isMedia(place.beginning(MediaBeginning.length)) {
      // Files beside it are opened in their folder.
      reach.listing.insert(place.folder)
      reach.reading.formUnion(companions(of: place))
    } else {
      reach.reading.insert(place.folder)
      reach.reading.formUnion(ProjectFolders.of(place))
    }
    return reach
  }

  /// The folder in which a pattern looks for files, or in which a missing file may appear.
  private static func searched(by place: DiskPlace, isWatched: Bool) -> FilePath {
    let wildcards: Set<Character> = ["*", "?", "[", "%"]
    var folder = FilePath(root: place.path.root, [])
    for component in place.path.components {
      if component.string.contains(where: wildcards.contains) {
        return folder.isEmpty ? "." : folder
      }
      folder.append(component)
    }
    return isWatched ? DiskPlace(place.folder).nearestFolder : place.path
  }

  /// Files beside a media file that may belong to it: durations of an archive, data of a texture,
  /// and the same sheet at other scales.
  private static func companions(of place: DiskPlace) -> Set<FilePath> {
    guard let name = place.path.lastComponent?.string, let stem = place.path.stem else { return [] }
    let ending = place.path.extension.map { "." + $0 } ?? ""
    let base = ["@2x", "@3x", "_2x", "_3x"].first(where: stem.hasSuffix).map {
      String(stem.dropLast($0.count))
    }
    var names = ["\(stem).json", "\(name).json", "animation.json", "\(name).mcmeta"]
    for stem in [stem, base].compactMap(\.self) {
      names += ["", "@2x", "@3x", "_2x", "_3x"].map { stem + $0 + ending }
    }
    return Set(
      names.compactMap { FilePath.Component($0) }.map { place.folder.appending($0) }
        .filter { DiskPlace($0).kind == .file })
  }
}
