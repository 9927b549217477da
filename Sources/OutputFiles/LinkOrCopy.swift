internal import Stages
package import SystemPackage

/// Gives a file of a folder a second name: a hard link, or a copy if the file system does not support
/// links.
///
/// - Parameters:
///   - original: the path of a file in the folder.
///   - name: the path of the new one; its parent folders exist.
/// - Throws: ``WritingError/system(operation:errno:)``.
package func linkOrCopy(_ original: String, as name: String, in folder: FilePath) throws {
  let (from, to) = (folder.pushing(FilePath(original)), folder.pushing(FilePath(name)))
  if Renaming.link(from, as: to) == 0 { return }
  do {
    let file = try FileDescriptor.open(from, .readOnly, options: .closeOnExec)
    let bytes = try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: Int(try file.seek(offset: 0, from: .end)))
      let count = try bytes.withUnsafeMutableBytes {
        try file.fill($0, fromAbsoluteOffset: 0)
      }
      return Array(bytes.prefix(count))
    }
    try writeNewFile(bytes, at: to)
  } catch let errno as Errno {
    throw WritingError.system(operation: "copying \(original)", errno: errno.rawValue)
  }
}
