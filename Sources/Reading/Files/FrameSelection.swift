package import Atlases
internal import Stages
package import SystemPackage

/// Selects the files of a folder that may be frames.
package enum FrameSelection: Sendable, Hashable {
  case all
  case glob(NameGlob)
  case numbered(FrameNamePattern)

  package func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .glob(let glob): glob.matches(name)
    case .numbered(let pattern): pattern.number(of: name) != nil
    }
  }
}

/// A path to image files: a folder, or a pattern of names in one.
package struct FrameFolderRequest: Sendable, Hashable {
  package let folder: FilePath
  package let selection: FrameSelection

  /// Whether a name in the folder is relevant to the input: a frame, or a file that is not an image
  /// and may contain durations.
  package func concerns(_ name: FilePath.Component) -> Bool {
    selection.contains(name.string)
      || InputKind.ofExtension[name.extension?.lowercased() ?? ""] == nil
  }

  /// Every picture in a folder.
  package init(folder: FilePath) {
    self.folder = folder
    selection = .all
  }

  /// - Returns: nil if the path names a file, or nothing that could be frames. An existing path is
  ///   never a pattern: `percent%d.gif` can be a file name.
  package init?(_ path: FilePath) {
    do {
      guard try Stat(path).type == .directory else { return nil }
      folder = path
      selection = .all
      return
    } catch Errno.noSuchFileOrDirectory {
      // Only a missing path can be a pattern.
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
