internal import TextFormats

/// The files of a zip archive, as used by ugoira: stored or deflated, read one at a time.
///
/// Nothing is unpacked to disk, and names are only compared. The central directory decides; each
/// file's own header must agree with it, files may not share bytes, and names must be unique.
/// Encryption, zip64, several disks, other compression methods and bytes before the archive are
/// unsupported, because ugoira do not use them.
///
/// Source of the record layouts: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
struct ZipArchive {
  let source: ByteSource
  let limits: ZipLimits
  /// The files in the order of the central directory, without folders.
  let entries: [ZipEntry]

  private static let endSignature: UInt32 = 0x0605_4B50
  private static let directorySignature: UInt32 = 0x0201_4B50
  private static let headerSignature: UInt32 = 0x0403_4B50
  private static let endLength = 22
  private static let directoryLength = 46
  private static let headerLength = 30
  private static let maxCommentLength = 65_535

  /// Reads the directory and every file's header.
  ///
  /// - Throws: ``ZipError`` and ``ReadingError/system(operation:errno:)``.
  /// - Complexity: O(n log n) in files; reads the central directory and some bytes of each file.
  init(_ source: ByteSource, limits: ZipLimits = ZipLimits()) throws {
    self.source = source
    self.limits = limits
    let end = try Self.findEnd(source)
    let record = LittleEndianRecord(end.record[...])
    let count = Int(record.uint16(10))
    let (length, offset) = (Int64(record.uint32(12)), Int64(record.uint32(16)))
    guard record.uint16(4) == 0, record.uint16(6) == 0, record.uint16(8) == record.uint16(10)
    else { throw ZipError.unsupported(detail: "several disks or zip64") }
    guard count < 0xFFFF, length < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else {
      throw ZipError.unsupported(detail: "zip64")
    }
    guard count <= limits.maxEntries else {
      throw ZipError.limitExceeded(
        what: "the number of files in the archive", value: count, allowed: limits.maxEntries)
    }
    guard length <= limits.maxDirectoryBytes else {
      throw ZipError.limitExceeded(
        what: "the directory of the archive in bytes", value: Int(length),
        allowed: limits.maxDirectoryBytes)
    }
    guard offset + length == end.offset else {
      throw ZipError.damaged(detail: "its directory is not before its end")
    }
    guard let directory = try source.span(at: offset, count: Int(length)) else {
      throw ZipError.damaged(detail: "its directory is cut off")
    }
    var scan = DirectoryScan(source: source, limits: limits, directoryOffset: offset)
    var position = 0
    for _ in 0..<count { position = try scan.readEntry(directory, at: position) }
    guard position == directory.count else {
      throw ZipError.damaged(
        detail: "its directory does not have the \(count) files that it announces")
    }
    entries = try scan.checkedEntries()
  }

  /// The last record of the archive, whose comment ends with the file.
  private static func findEnd(_ source: ByteSource) throws -> (record: [UInt8], offset: Int64) {
    let length = Int(min(source.byteCount, Int64(endLength + maxCommentLength)))
    let start = source.byteCount - Int64(length)
    guard length >= endLength, let tail = try source.span(at: start, count: length) else {
      throw ZipError.notAnArchive
    }
    for position in (0...(length - endLength)).reversed() {
      let record = LittleEndianRecord(tail[position...])
      guard record.uint32(0) == endSignature,
        Int(record.uint16(20)) == length - endLength - position
      else { continue }
      return (Array(tail[position..<position + endLength]), start + Int64(position))
    }
    throw ZipError.notAnArchive
  }

  /// Collects and checks the entries of the central directory.
  private struct DirectoryScan {
    let source: ByteSource
    let limits: ZipLimits
    let directoryOffset: Int64
    private var entries: [ZipEntry] = []
    /// The bytes of each file and folder, including its header.
    private var spans: [(start: Int64, end: Int64, name: [UInt8])] = []
    private var names: Set<[UInt8]> = []
    private var total = 0

    init(source: ByteSource, limits: ZipLimits, directoryOffset: Int64) {
      self.source = source
      self.limits = limits
      self.directoryOffset = directoryOffset
    }

    /// Reads the entry at `position` and returns the position of the next one.
    mutating func readEntry(_ directory: [UInt8], at position: Int) throws -> Int {
      guard directory.count - position >= directoryLength else {
        throw ZipError.damaged(detail: "its directory is cut off")
      }
      let record = LittleEndianRecord(directory[position...])
      guard record.uint32(0) == directorySignature else {
        throw ZipError.damaged(detail: "its directory contains something else")
      }
      let nameLength = Int(record.uint16(28))
      let nameEnd = position + directoryLength + nameLength
      let end = nameEnd + Int(record.uint16(30)) + Int(record.uint16(32))
      guard end <= directory.count else {
        throw ZipError.damaged(detail: "its directory is cut off")
      }
      let name = Array(directory[(position + directoryLength)..<nameEnd])
      guard names.insert(name).inserted else {
        throw ZipError.repeatedName(entry: String(decoding: name, as: UTF8.self))
      }
      try readEntry(record, name: name)
      return end
    }

    private mutating func readEntry(_ record: LittleEndianRecord, name: [UInt8]) throws {
      let title = String(decoding: name, as: UTF8.self)
      let flags = record.uint16(8)
      // Bit 0 encryption, bit 6 strong encryption, bit 13 masked headers (APPNOTE 4.4.4).
      guard flags & 0x2041 == 0 else { throw ZipError.unsupported(detail: "encryption") }
      let (compressed, count) = (record.uint32(20), record.uint32(24))
      let offset = record.uint32(42)
      guard compressed != .max, count != .max, offset != .max, record.uint16(34) == 0 else {
        throw ZipError.unsupported(detail: "zip64 or several disks")
      }
      guard let method = ZipEntry.Method(rawValue: record.uint16(10)) else {
        throw ZipError.unsupported(detail: "compression method \(record.uint16(10))")
      }
      try checkSizes(title, method, compressed: Int(compressed), count: Int(count))
      let dataOffset = try readHeader(
        at: Int64(offset), name: name, title: title, flags: flags, method: method)
      let end = dataOffset + Int64(compressed)
      guard end <= directoryOffset else {
        throw ZipError.damagedEntry(entry: title, detail: "it is cut off")
      }
      spans.append((Int64(offset), end, name))
      if name.last == UInt8(ascii: "/") { return }
      entries.append(
        ZipEntry(
          name: name, method: method, compressedCount: Int(compressed), count: Int(count),
          checksum: record.uint32(16), dataOffset: dataOffset))
    }

    private mutating func checkSizes(
      _ title: String, _ method: ZipEntry.Method, compressed: Int, count: Int
    ) throws {
      guard count <= limits.maxEntryBytes else {
        throw ZipError.limitExceeded(
          what: "the size of \(quoted(title)) in bytes", value: count,
          allowed: limits.maxEntryBytes)
      }
      total += count
      guard total <= limits.maxTotalBytes else {
        throw ZipError.limitExceeded(
          what: "the size of all files in the archive in bytes", value: total,
          allowed: limits.maxTotalBytes)
      }
      if method == .stored, compressed != count {
        throw ZipError.contradiction(entry: title)
      }
      if count > 1 << 20, count / limits.maxRatio > compressed {
        throw ZipError.limitExceeded(
          what: "the growth of \(quoted(title)) when it is inflated",
          value: count / max(1, compressed), allowed: limits.maxRatio)
      }
    }

    /// Compares a file's own header with the directory and returns the start of its bytes.
    private func readHeader(
      at offset: Int64, name: [UInt8], title: String, flags: UInt16, method: ZipEntry.Method
    ) throws -> Int64 {
      guard let bytes = try source.span(at: offset, count: headerLength + name.count) else {
        throw ZipError.damagedEntry(entry: title, detail: "its header is cut off")
      }
      let record = LittleEndianRecord(bytes[...])
      guard record.uint32(0) == headerSignature else {
        throw ZipError.damagedEntry(entry: title, detail: "it has no header")
      }
      guard record.uint16(8) == method.rawValue, record.uint16(6) & 0x2041 == 0,
        Int(record.uint16(26)) == name.count, bytes[headerLength...].elementsEqual(name)
      else { throw ZipError.contradiction(entry: title) }
      return offset + Int64(headerLength + name.count) + Int64(record.uint16(28))
    }

    /// The entries, after checking that none share bytes.
    func checkedEntries() throws -> [ZipEntry] {
      let sorted = spans.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
      for (span, next) in zip(sorted, sorted.dropFirst()) where next.start < span.end {
        throw ZipError.overlapping(entry: String(decoding: next.name, as: UTF8.self))
      }
      return entries
    }
  }
}
