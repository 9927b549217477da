internal import OutputFiles
internal import SystemPackage

/// The content of one file at one moment: its SHA-256, and a stamp that avoids reading it again.
///
/// A file with the same size, time and inode counts as unchanged, unless its time is so close to
/// the recorded moment that it may have been rewritten within one tick of the file system's clock
/// (git calls this "racily clean"). In that case its content is read.
struct FileRecord: Sendable, Hashable {
  var stamp: FileStamp
  /// Lower-case hexadecimal digits.
  var digest: String
  /// When the content was read, in nanoseconds since 1970.
  var seen: Int64

  init(stamp: FileStamp, digest: String, seen: Int64) {
    self.stamp = stamp
    self.digest = digest
    self.seen = seen
  }

  /// Reads a file; nil if it is missing, not regular, unreadable, or changes during reading. The
  /// file then never counts as unchanged, and no file is removed because of it.
  ///
  /// - Complexity: O(bytes).
  init?(reading path: FilePath) {
    guard
      let file = try? FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? file.close() }
    let seen = FileStamp.now
    guard let before = FileStamp(of: file), before.isRegularFile,
      let digest = try? Self.digest(of: file), let after = FileStamp(of: file),
      after.isSame(as: before)
    else { return nil }
    self.init(stamp: before, digest: digest, seen: seen)
  }

  /// The result of examining the file.
  enum Verdict: Equatable {
    case unchanged
    /// The content is the same; the stamp differs, or has become reliable.
    case sameContent(FileRecord)
    case changed
    case missing
  }

  /// Compares the record with the current file.
  ///
  /// - Complexity: O(1) if the stamp is reliable, otherwise O(bytes).
  func verdict(at path: FilePath) -> Verdict {
    guard let now = FileStamp(of: path) else { return .missing }
    if now.isSame(as: stamp), isTrusted { return .unchanged }
    guard now.isRegularFile, now.byteCount == stamp.byteCount,
      let record = FileRecord(reading: path), record.digest == digest
    else { return .changed }
    return .sameContent(record)
  }

  /// Whether the file was read so long after its last change that another change would have given
  /// it a different time. Some file systems, such as FAT, have a resolution of two seconds.
  private var isTrusted: Bool {
    let tick: Int64 = stamp.modified % 1_000_000_000 == 0 ? 2_000_000_000 : 50_000_000
    return max(stamp.modified, stamp.noted ?? .min) < seen &- tick
  }

  /// Lower-case hexadecimal digits of bytes.
  static func digest(of bytes: [UInt8]) -> String { ContentDigest.text(of: bytes) }

  static func digest(of text: String) -> String { digest(of: Array(text.utf8)) }

  private static func digest(of file: FileDescriptor) throws -> String {
    var digest = ContentDigest()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while case let count = try file.fill(buffer, fromAbsoluteOffset: offset), count > 0 {
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return ContentDigest.hexadecimal(digest.finish())
  }
}
