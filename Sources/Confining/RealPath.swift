internal import CLibrary
internal import SystemPackage

/// Paths without links.
enum RealPath {
  /// The path without links, `.` and `..`, as far as it exists. Wraps `realpath`.
  static func of(_ path: FilePath) -> FilePath {
    var rest: [FilePath.Component] = []
    var known = path.isEmpty ? "." : path
    while true {
      if let pointer = known.withPlatformString({ realpath($0, nil) }) {
        defer { free(pointer) }
        return rest.reversed().reduce(FilePath(platformString: pointer)) { $0.appending($1) }
      }
      guard let last = known.lastComponent else { return path }
      rest.append(last)
      known.removeLastComponent()
      if known.isEmpty { known = "." }
    }
  }
}
