internal import CLibrary
package import OutputFiles
internal import Stages
package import SystemPackage

/// The list of complete pictures in a folder of frames, in a hidden file next to them, so that a
/// later run can continue after them.
///
/// A line is written at once, after its picture. A killed run leaves complete lines and at most one
/// truncated line, which is ignored.
package final class FrameJournal {
  package static let fileName = ".animconv-journal"

  /// The existing pictures, at every scale, in the order of their frames.
  package let complete: [[FolderRecord.Entry]]
  private let folder: FilePath
  private let file: FileDescriptor

  private static let heading = "animconv-journal 1 "

  /// Reads the files of an earlier run, and removes those that are incomplete or were written with
  /// other choices.
  ///
  /// - Parameters:
  ///   - identity: of the source and of all choices, without spaces and line breaks.
  ///   - names: the paths of each frame's pictures in the folder.
  ///   - hashes: whether the digests of the pictures are needed.
  /// - Throws: ``WritingError``.
  /// - Complexity: reads every complete picture.
  package init(
    in folder: FilePath, identity: String, names: [[String]], hashes: Bool
  ) throws {
    self.folder = folder
    let known = Self.entries(in: folder, identity)
    var complete: [[FolderRecord.Entry]] = []
    for pictures in names {
      let found = pictures.compactMap { known[$0] }
      guard found.count == pictures.count,
        found.allSatisfy({ $0.isUnchanged(in: folder) && (!hashes || $0.digest != nil) })
      else { break }
      complete.append(found)
    }
    self.complete = complete
    Self.clear(folder, except: Set(complete.joined().map(\.name)))
    file = try Self.begin(in: folder, identity, complete)
  }

  deinit { try? file.close() }

  /// Records that a picture is complete.
  ///
  /// - Throws: ``WritingError``.
  package func append(_ entry: FolderRecord.Entry) throws {
    do { _ = try file.writeAll(Self.line(entry)) } catch let errno as Errno {
      throw WritingError.system(operation: "writing the journal", errno: errno.rawValue)
    }
  }

  /// Removes the journal of a complete folder.
  package func remove() {
    _ = folder.appending(Self.fileName).withPlatformString { unlink($0) }
  }

  private static func line(_ entry: FolderRecord.Entry) -> [UInt8] {
    let checksum = String(entry.checksum, radix: 16)
    return Array("\(checksum) \(entry.byteCount) \(entry.digest ?? "-") \(entry.name)\n".utf8)
  }

  /// The entries of an earlier journal of the same run; empty if there is none.
  private static func entries(
    in folder: FilePath, _ identity: String
  ) -> [String: FolderRecord.Entry] {
    guard let text = contents(of: folder.appending(fileName)) else { return [:] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A last line without a line break is truncated.
    lines.removeLast()
    guard lines.first.map(String.init) == heading + identity else { return [:] }
    var entries: [String: FolderRecord.Entry] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let checksum = UInt32(parts[0], radix: 16),
        let byteCount = Int(parts[1])
      else { break }
      var entry = FolderRecord.Entry(
        name: String(parts[3]), byteCount: byteCount, checksum: checksum)
      entry.digest = parts[2] == "-" ? nil : String(parts[2])
      entries[entry.name] = entry
    }
    return entries
  }

  private static func contents(of path: FilePath) -> String? {
    // An unreadable journal counts as missing: the export starts again.
    guard
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? file.close() }
    guard FileStatus(of: file)?.isRegularFile == true,
      let size = try? file.seek(offset: 0, from: .end), size > 0, size <= 1 << 30
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard
      (try? bytes.withUnsafeMutableBytes({ try file.fill($0, fromAbsoluteOffset: 0) }))
        == bytes.count
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Removes everything except some files and the journal, including files in subfolders.
  private static func clear(_ folder: FilePath, except kept: Set<String>) {
    func names(_ folder: FilePath) -> [FilePath.Component] {
      // A folder that cannot be listed cannot be written either; writing reports that.
      (try? FolderNames.all(in: folder)) ?? []
    }
    for name in names(folder) where name.string != fileName && !kept.contains(name.string) {
      let path = folder.appending(name)
      guard kept.contains(where: { $0.hasPrefix(name.string + "/") }) else {
        TemporaryFiles.remove(path)
        continue
      }
      for inner in names(path) where !kept.contains("\(name.string)/\(inner.string)") {
        TemporaryFiles.remove(path.appending(inner))
      }
    }
  }

  /// Writes a new journal and replaces the old one.
  private static func begin(
    in folder: FilePath, _ identity: String, _ complete: [[FolderRecord.Entry]]
  ) throws -> FileDescriptor {
    let path = folder.appending(fileName)
    let fresh = folder.appending(fileName + ".new")
    do {
      let file = try FileDescriptor.open(
        fresh, .writeOnly, options: [.create, .truncate, .append, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      do {
        let lines = complete.joined().flatMap(line)
        _ = try file.writeAll(Array("\(heading)\(identity)\n".utf8) + lines)
        if Renaming.rename(fresh, to: path) != 0 { throw Errno(rawValue: errno) }
      } catch {
        try? file.close()
        throw error
      }
      return file
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing the journal", errno: errno.rawValue)
    }
  }
}
