internal import Confining
internal import SystemPackage

/// The folders of an engine's project, because its data names pictures relative to them: the
/// nearest folder with the project's file and, if there is none, each folder above the data that
/// the data's text names.
enum ProjectFolders {
  private static let marks: [FilePath.Component] = ["project.godot", "game.project"]
  private static let maxLevels = 64
  private static let maxLevelsOfParts = 4
  private static let maxBytes = 8 << 20

  static func of(_ data: DiskPlace) -> Set<FilePath> {
    var found: Set<FilePath> = []
    var level = data.folder
    var text: [UInt8]?
    for number in 0..<maxLevels {
      if marks.contains(where: { DiskPlace(level.appending($0)).kind == .file }) {
        found.insert(level)
        break
      }
      if number < maxLevelsOfParts, let name = level.lastComponent, name.kind == .regular {
        text = text ?? data.beginning(maxBytes)
        if contains(text!, Array((name.string + "/").utf8)) { found.insert(level) }
      }
      let above = DiskPlace(level).folder
      if above == level { break }
      level = above
      // `..` after the name of a missing folder leads nowhere.
      if DiskPlace(level).kind != .folder { break }
    }
    return found
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    return text.indices.dropLast(part.count - 1).contains { index in
      text[index] == first && text[index...].starts(with: part)
    }
  }
}
