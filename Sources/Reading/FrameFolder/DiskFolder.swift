internal import CLibrary
internal import OutputFiles
package import Stages
package import SystemPackage

/// The files of a folder on disk.
///
/// Symbolic links in it are not followed, whether the folder lists them or data names them, because
/// the folder may be untrusted. Links in the folder's own path are the user's choice.
package final class DiskFolder: FrameFiles {
  let path: FilePath
  package let names: [String]
  package let imageSets: [String]
  /// The names as the system stores them; they need not be text.
  private let components: [FilePath.Component]
  private let limits: ReadingLimits

  /// Lists a folder. Wraps `readdir`.
  ///
  /// - Throws: ``ReadingError``.
  package init(_ path: FilePath, limits: ReadingLimits) throws {
    self.path = path
    self.limits = limits
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
      // Other files count as well: a folder with millions of files is not an animation.
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
      // The type is checked first, so that devices and pipes are not opened.
      let type = try Stat(file, followTargetSymlink: false).type
      if type == .symbolicLink { throw ReadingError.symbolicLink }
      guard type == .regular else { throw ReadingError.notRegularFile(type.title) }
      InputTrace.note(opened: file)
      return try openRegular(
        FileDescriptor.open(
          file, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
      ).within(limits)
    } catch let error as Errno {
      throw ReadingError.system(operation: "open", errno: error.rawValue)
    }
  }

  package func open(named name: String) throws -> ByteSource {
    try openRegular(InputTrace.open(contained: name, in: path)).within(limits)
  }
}
