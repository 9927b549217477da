internal import OutputFiles
internal import SystemPackage

/// The content of one file at one moment: its SHA-256, and the stamp that spares reading it again.
///
/// A file with the same size, time and inode as at that moment is taken for unchanged, unless its
/// time is so close to the moment that it may have been written again within one tick of the file
/// system's clock (git calls such an entry "racily clean"): then its content is read.
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

  /// Reads a file; nil when it is not there, no regular file, cannot be read, or changes while it is
  /// read. Nobody takes it for unchanged then, and no file goes because of it.
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

  /// What a look at the file says.
  enum Verdict: Equatable {
    case unchanged
    /// The content is the same and the stamp is another, or has become one that can be trusted.
    case sameContent(FileRecord)
    case changed
    case missing
  }

  /// Compares with the file as it is now.
  ///
  /// - Complexity: O(1) when the stamp can be trusted, else O(bytes).
  func verdict(at path: FilePath) -> Verdict {
    guard let now = FileStamp(of: path) else { return .missing }
    if now.isSame(as: stamp), isTrusted { return .unchanged }
    guard now.isRegularFile, now.byteCount == stamp.byteCount,
      let record = FileRecord(reading: path), record.digest == digest
    else { return .changed }
    return .sameContent(record)
  }

  /// Whether the file was read so long after its last change that another change would have given
  /// it another time. File systems without parts of a second, such as FAT, count in steps of two.
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
