internal import OutputFiles

/// Writes a zip archive of stored files, without dates: the same files give the same bytes.
///
/// Zip64 is not written, so an archive has at most 65,535 files and 4 GiB.
package struct ZipFileWriter {
  /// The largest number of files in an archive.
  package static let maxFiles = 65_535

  private let write: ([UInt8]) throws -> Void
  private var directory: [UInt8] = []
  private var count = 0
  private var offset = 0

  /// - Parameter write: receives the next bytes of the file.
  init(write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  /// Adds a file.
  ///
  /// - Throws: ``FrameFilesError/archiveTooLarge(_:)`` or what `write` throws.
  mutating func add(_ name: String, _ bytes: [UInt8]) throws {
    guard count < Self.maxFiles else {
      throw FrameFilesError.archiveTooLarge("more than 65,535 files")
    }
    let nameBytes = Array(name.utf8)
    guard offset + bytes.count + nameBytes.count + directory.count < 4 << 30 - 1024 else {
      throw FrameFilesError.archiveTooLarge("4 GiB or more")
    }
    let checksum = CRC32(bytes).value
    // Version 2.0, names in UTF-8, stored, 1 January 1980, checksum, sizes, lengths of name and
    // further fields (APPNOTE.TXT 4.3.7).
    var fields = Self.bytes(20, 2) + Self.bytes(0x0800, 2) + Self.bytes(0, 2)
    fields += Self.bytes(0, 2) + Self.bytes(0x0021, 2) + Self.bytes(Int(checksum), 4)
    fields += Self.bytes(bytes.count, 4) + Self.bytes(bytes.count, 4)
    fields += Self.bytes(nameBytes.count, 2) + Self.bytes(0, 2)
    let header = Self.bytes(0x0403_4B50, 4) + fields + nameBytes
    try write(header)
    try write(bytes)
    // Made by version 2.0; then the same, and comment, disk, attributes and offset (4.3.12).
    directory += Self.bytes(0x0201_4B50, 4) + Self.bytes(20, 2) + fields
    directory += Self.bytes(0, 2 + 2 + 2 + 4) + Self.bytes(offset, 4) + nameBytes
    offset += header.count + bytes.count
    count += 1
  }

  /// Writes the directory.
  mutating func finish() throws {
    var end = directory + Self.bytes(0x0605_4B50, 4) + Self.bytes(0, 4)
    end += Self.bytes(count, 2) + Self.bytes(count, 2)
    end += Self.bytes(directory.count, 4) + Self.bytes(offset, 4) + Self.bytes(0, 2)
    try write(end)
  }

  /// A number in little-endian bytes.
  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}
