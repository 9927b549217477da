import CLibrary
package import SystemPackage

/// A folder that exists for one test.
package struct TemporaryFolder {
  package let path: FilePath

  package init(path: FilePath) {
    self.path = path
  }

  /// Creates a folder for a test, and removes it with its contents.
  package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try body(folder)
  }

  /// Creates a folder for an asynchronous test, and removes it with its contents.
  package static func with<Result>(
    _ body: (TemporaryFolder) async throws -> Result
  ) async throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try await body(folder)
  }

  private static func make() throws -> TemporaryFolder {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/animconv-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    return TemporaryFolder(
      path: template.withUnsafeBufferPointer {
        FilePath(platformString: $0.baseAddress!)
      })
  }

  package func appending(_ name: String) -> FilePath { path.appending(name) }

  /// The names of everything in the folder, hidden files included, sorted.
  package var names: [String] { Self.names(in: path) }

  package func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    let descriptor = try FileDescriptor.open(
      appending(name), .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
  }

  package func bytes(of name: String) throws -> [UInt8] { try Self.bytes(of: appending(name)) }

  package func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// Every byte of a file.
  package static func bytes(of path: FilePath) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(path, .readOnly)
    return try descriptor.closeAfter {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = try chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }),
        count > 0
      {
        bytes += chunk[..<count]
      }
      return bytes
    }
  }

  private static func names(in path: FilePath) -> [String] {
    guard let stream = opendir(path.string) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func remove() { Self.remove(path) }

  private static func remove(_ path: FilePath) {
    for name in names(in: path) {
      let inner = path.appending(name)
      if unlink(inner.string) != 0 { remove(inner) }
    }
    rmdir(path.string)
  }
}
