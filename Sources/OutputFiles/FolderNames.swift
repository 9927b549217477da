internal import CLibrary
package import SystemPackage

/// The names in a folder, as the system stores them.
package enum FolderNames {
  /// Every name except `.` and `..`, including hidden ones, in no particular order. Wraps
  /// `readdir`.
  ///
  /// - Parameter prefix: returns only names that start with it, at almost no cost.
  /// - Throws: `Errno` if the folder cannot be opened or read completely: an incomplete list is
  ///   never returned.
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
      // `readdir` returns nil both at the end and after a failure.
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
