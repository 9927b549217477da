internal import AnimBatch
internal import AnimConv
internal import Confining
internal import SystemPackage

/// The files that the units of a batch read and write, collected by folders.
struct BatchReach {
  private(set) var reach = Reach()
  private var readFolders: Set<FilePath> = []
  private var writtenFolders: Set<FilePath> = []

  mutating func add(_ unit: BatchUnit) {
    for input in unit.inputs {
      let place = DiskPlace(input)
      // Links may lead to other folders, and patterns and descriptions name further files.
      if place.kind != .file || place.isLink || !Self.isMedia(input) {
        reach.formUnion(.reading(input))
      }
      if readFolders.insert(place.folder).inserted { reach.reading.insert(place.folder) }
    }
    if writtenFolders.insert(unit.folder).inserted { reach.formUnion(.writing(in: unit.folder)) }
    reach.formUnion(.namedFiles(of: unit.conversion))
    // Pictures with their own names are made in a folder next to them.
    if unit.conversion.namesEachFrame { reach.movesBetweenFolders = true }
  }

  /// Whether the name belongs to a kind of file that names no other files.
  private static func isMedia(_ path: FilePath) -> Bool {
    let endings = [
      "gif", "png", "apng", "webp", "avif", "jxl", "jpg", "jpeg", "mp4", "mov", "webm", "mkv",
      "aseprite", "ase", "tgs", "lottie",
    ]
    return path.extension.map { endings.contains($0.lowercased()) } ?? false
  }
}
