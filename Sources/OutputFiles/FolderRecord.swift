internal import CLibrary
package import SystemPackage

/// The files that animconv wrote into a folder: name, size and checksum of each, in the hidden file
/// `.animconv` in that folder.
///
/// Names of files in subfolders contain slashes. A folder may be replaced only if every file in it
/// is recorded and has the recorded bytes, so that files that a user has added or changed are never
/// lost.
package struct FolderRecord: Sendable, Hashable {
  package static let fileName = ".animconv"

  /// One file.
  package struct Entry: Sendable, Hashable {
    /// The path relative to the folder.
    package var name: String
    package var byteCount: Int
    /// The CRC-32 of its bytes.
    package var checksum: UInt32

    /// The SHA-256 of its bytes in lower-case hexadecimal digits; nil if it was not requested.
    package var digest: String?

    package init(name: String, byteCount: Int, checksum: UInt32) {
      self.name = name
      self.byteCount = byteCount
      self.checksum = checksum
    }

    package init(name: String, bytes: [UInt8]) {
      self.init(name: name, byteCount: bytes.count, checksum: CRC32(bytes).value)
    }

    /// Whether a regular file in a folder has the recorded bytes.
    ///
    /// - Complexity: reads the file once.
    package func isUnchanged(in folder: FilePath) -> Bool {
      FolderRecord.isUnchanged(self, at: folder.pushing(FilePath(name)))
    }

    /// - Parameter hashes: whether to compute ``digest``.
    package init(name: String, bytes: [UInt8], hashes: Bool) {
      self.init(name: name, bytes: bytes)
      if hashes { digest = ContentDigest.text(of: bytes) }
    }
  }

  var entries: [Entry]

  private static let heading = "animconv-folder 1"

  /// One line per file: checksum in hexadecimal, size, name.
  package var text: String {
    entries.reduce(into: Self.heading + "\n") { text, entry in
      let digits = String(entry.checksum, radix: 16)
      text += String(repeating: "0", count: 8 - digits.count) + digits
      text += " \(entry.byteCount) \(entry.name)\n"
    }
  }

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The inverse of ``text``; nil for any other text.
  init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst() == Self.heading, lines.popLast() == "" else { return nil }
    var entries: [Entry] = []
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let checksum = UInt32(parts[0], radix: 16),
        let byteCount = Int(parts[1])
      else { return nil }
      entries.append(Entry(name: String(parts[2]), byteCount: byteCount, checksum: checksum))
    }
    self.entries = entries
  }

  /// Searches a folder for files that animconv did not write, or that have changed since.
  ///
  /// - Returns: the name of such a file; nil if there is none, as in an empty folder.
  /// - Throws: ``OutputError`` if the folder cannot be read.
  /// - Complexity: reads every file once.
  package static func stranger(in folder: FilePath) throws -> String? {
    let names = try OutputError.names(in: folder)
    if names.isEmpty { return nil }
    guard let bytes = contents(of: folder.appending(fileName)),
      let record = FolderRecord(String(decoding: bytes, as: UTF8.self))
    else { return names.first { $0.string != fileName }?.string ?? fileName }
    let known = Dictionary(
      record.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let inner = record.entries.reduce(into: Set<FilePath>()) { inner, entry in
      inner.formUnion(Self.folders(of: entry))
    }
    func stranger(in path: FilePath, _ names: [FilePath.Component]) throws -> String? {
      for name in names where name.string != fileName || !path.isEmpty {
        let inside = path.appending(name)
        let place = folder.pushing(inside)
        guard inner.contains(inside) else {
          if isStranger(name, at: place, as: inside.string, known) { return inside.string }
          continue
        }
        guard FileStatus(of: place, followingLinks: false)?.isFolder == true else {
          return inside.string
        }
        if let found = try stranger(in: inside, OutputError.names(in: place)) { return found }
      }
      return nil
    }
    return try stranger(in: "", names)
  }

  /// The folders in the folder that contain a file, the outermost last.
  private static func folders(of entry: Entry) -> [FilePath] {
    var folders: [FilePath] = []
    var folder = FilePath(entry.name).removingLastComponent()
    while !folder.isEmpty {
      folders.append(folder)
      folder = folder.removingLastComponent()
    }
    return folders
  }

  /// - Parameter path: its path in the record.
  private static func isStranger(
    _ name: FilePath.Component, at file: FilePath, as path: String, _ known: [String: Entry]
  ) -> Bool {
    guard let entry = known[path], FilePath(entry.name).lastComponent == name else { return true }
    return !isUnchanged(entry, at: file)
  }

  /// Whether a folder looks as recorded: the same names and sizes, and no file newer than the last
  /// write of the record, in nanoseconds since 1970.
  ///
  /// - Complexity: asks the system about each file, and reads only the record.
  package static func seemsUnchanged(_ folder: FilePath, since moment: Int64) -> Bool {
    guard let bytes = contents(of: folder.appending(fileName)),
      let record = FolderRecord(String(decoding: bytes, as: UTF8.self))
    else { return false }
    // The number of names in each subfolder, and in the folder itself.
    var counts: [FilePath: Int] = ["": 1]
    var folders: Set<FilePath> = []
    for entry in record.entries {
      let path = FilePath(entry.name)
      for inner in Self.folders(of: entry) where folders.insert(inner).inserted {
        counts[inner.removingLastComponent(), default: 0] += 1
      }
      counts[path.removingLastComponent(), default: 0] += 1
      guard let stamp = FileStamp(of: folder.pushing(path)), stamp.isRegularFile,
        stamp.byteCount == entry.byteCount, stamp.modified <= moment
      else { return false }
    }
    return counts.allSatisfy { inner, count in
      // An unreadable file counts as changed: the folder is then checked completely, and refused.
      (try? FolderNames.all(in: folder.pushing(inner)))?.count == count
    }
  }

  /// Whether a regular file has the recorded bytes.
  fileprivate static func isUnchanged(_ entry: Entry, at path: FilePath) -> Bool {
    guard
      // An unreadable file counts as changed, so nothing is lost.
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return false }
    defer { try? file.close() }
    guard FileStatus(of: file)?.isRegularFile == true,
      (try? file.seek(offset: 0, from: .end)) == Int64(entry.byteCount)
    else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var checksum = CRC32()
    var offset: Int64 = 0
    while true {
      let count = try? buffer.withUnsafeMutableBytes {
        try file.read(fromAbsoluteOffset: offset, into: $0)
      }
      guard let count else { return false }
      if count == 0 { return checksum.value == entry.checksum }
      buffer.withUnsafeBufferPointer {
        checksum.update(UnsafeBufferPointer(rebasing: $0[..<count]))
      }
      offset += Int64(count)
    }
  }

  private static func contents(of path: FilePath) -> [UInt8]? {
    guard
      // A folder with an unreadable record counts as another program's, so nothing is lost.
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? file.close() }
    guard FileStatus(of: file)?.isRegularFile == true,
      let size = try? file.seek(offset: 0, from: .end), size <= 256 << 20
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let count = try? bytes.withUnsafeMutableBytes {
      try file.read(fromAbsoluteOffset: 0, into: $0)
    }
    return count == bytes.count ? bytes : nil
  }
}
