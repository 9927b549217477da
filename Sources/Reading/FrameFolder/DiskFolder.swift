internal import CLibrary
internal import OutputFiles
package import Stages
package import SystemPackage

/// The files of a folder on disk.
///
/// No symbolic link in it is followed, whether the folder lists it or data names it: the folder may
/// be somebody else's. Links in the folder's own path are the user's choice.
package final class DiskFolder: FrameFiles {
  let path: FilePath
  package let names: [String]
  package let imageSets: [String]
  /// The names as the system has them: they need not be text.
  private let components: [FilePath.Component]

  /// Lists a folder. Wraps `readdir`.
  ///
  /// - Throws: ``ReadingError``.
  package init(_ path: FilePath, limits: ReadingLimits) throws {
    self.path = path
    let all: [FilePath.Component]
    do {
      all = try FolderNames.all(in: path.isEmpty ? "." : path)
    } catch .noSuchFileOrDirectory, .notDirectory {
      throw ReadingError.notFound
    } catch {
      throw ReadingError.system(operation: "listing the folder", errno: error.rawValue)
    }
    var names: [String] = []
    var components: [FilePath.Component] = []
    var imageSets: [String] = []
    for component in all {
      let name = component.string
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".imageset") {
        imageSets.append(name)
        continue
      }
      names.append(name)
      components.append(component)
      // Files that are no pictures count, too: a folder of millions is no animation.
      guard names.count <= limits.maxFrames else {
        throw ReadingError.limitExceeded(
          limit: .frames, value: names.count, allowed: limits.maxFrames)
      }
    }
    self.names = names
    self.imageSets = imageSets
    self.components = components
  }

  package func open(_ index: Int) throws -> ByteSource {
    let file = path.appending(components[index])
    do {
      // Looked at first, so that no device and no pipe is opened.
      let type = try Stat(file, followTargetSymlink: false).type
      if type == .symbolicLink { throw ReadingError.symbolicLink }
      guard type == .regular else { throw ReadingError.notRegularFile(type.title) }
      InputTrace.note(opened: file)
      return try openRegular(
        FileDescriptor.open(
          file, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking]))
    } catch let error as Errno {
      throw ReadingError.system(operation: "open", errno: error.rawValue)
    }
  }

  package func open(named name: String) throws -> ByteSource {
    try openRegular(InputTrace.open(contained: name, in: path))
  }
}
