internal import CLibrary
package import SystemPackage

/// The names in a folder as the system has them.
package enum FolderNames {
  /// Every name but `.` and `..`, hidden ones included, in no order. Wraps `readdir`.
  ///
  /// - Parameter prefix: leaves out names that do not begin so, which costs next to nothing.
  /// - Throws: `Errno` when the folder cannot be opened, and when reading it fails on the way: a part
  ///   of the names is never taken for all of them.
  package static func all(
    in folder: FilePath, beginningWith prefix: String = ""
  ) throws(Errno) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    let prefix = prefix.utf8CString
    while true {
      // Nothing is the answer both at the end and after a failure.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          prefix.withUnsafeBufferPointer { strncmp(name, $0.baseAddress!, $0.count - 1) } == 0
            ? FilePath.Component(platformString: name) : nil
        }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    return names
  }
}
