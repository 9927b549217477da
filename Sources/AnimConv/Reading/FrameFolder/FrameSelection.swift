internal import Atlases
internal import SystemPackage

/// Which files of a folder may be frames.
enum FrameSelection: Sendable, Hashable {
  case all
  case glob(NameGlob)
  case numbered(FrameNamePattern)

  func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .glob(let glob): glob.matches(name)
    case .numbered(let pattern): pattern.number(of: name) != nil
    }
  }
}

/// A path that stands for picture files: a folder, or a pattern of names in one.
struct FrameFolderRequest: Sendable, Hashable {
  let folder: FilePath
  let selection: FrameSelection

  /// Every picture in a folder.
  init(folder: FilePath) {
    self.folder = folder
    selection = .all
  }

  /// - Returns: nil when the path names a file, or nothing that could be frames. What exists is
  ///   never a pattern: `percent%d.gif` can be a file's name.
  init?(_ path: FilePath) {
    do {
      guard try Stat(path).type == .directory else { return nil }
      folder = path
      selection = .all
      return
    } catch Errno.noSuchFileOrDirectory {
      // Only then it can be a pattern.
    } catch {
      return nil
    }
    guard let name = path.lastComponent?.string else { return nil }
    if let pattern = FrameNamePattern(name) {
      selection = .numbered(pattern)
    } else if let glob = NameGlob(name) {
      selection = .glob(glob)
    } else {
      return nil
    }
    folder = path.removingLastComponent()
  }
}
