import SystemPackage
import TestSupport
import Testing

@testable import Reading

@Suite struct ZipArchiveTests {
  /// "hello hello hello hello" deflated by Python's zlib.compressobj(9, zlib.DEFLATED, -15).
  static let deflated: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01]
  static let inflated = Array("hello hello hello hello".utf8)
  static let checksum: UInt32 = 0x8D3D_51E3
  /// The CRC-32 of "abc", from the checksum's standard.
  static let abcChecksum: UInt32 = 0x3524_41C2

  private func archive(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws -> ZipArchive {
    try ZipArchive(ByteSource(bytes: bytes), limits: limits)
  }

  private var sample: ZipWriter {
    var zip = ZipWriter()
    zip.add("a.txt", method: 0, data: Array("abc".utf8), count: 3, checksum: Self.abcChecksum)
    zip.add("dir/", method: 0, data: [], count: 0, checksum: 0)
    zip.add(
      "dir/h.txt", method: 8, data: Self.deflated, count: Self.inflated.count,
      checksum: Self.checksum)
    zip.add("empty", method: 0, data: [], count: 0, checksum: 0)
    return zip
  }

  @Test func storedAndDeflatedFilesAreRead() throws {
    let zip = try archive(sample.bytes(comment: Array("PK\u{5}\u{6} comment".utf8)))
    #expect(zip.entries.map(\.title) == ["a.txt", "dir/h.txt", "empty"])
    #expect(try zip.contents(of: zip.entries[0]) == Array("abc".utf8))
    #expect(try zip.contents(of: zip.entries[1]) == Self.inflated)
    #expect(try zip.contents(of: zip.entries[2]) == [])
  }

  @Test func filesOnDiskAreRead() throws {
    try TemporaryFolder.with { folder in
      try folder.write(sample.bytes(), to: "a.zip")
      let file = try FileDescriptor.open(folder.appending("a.zip"), .readOnly)
      let source = ByteSource(owning: file, byteCount: Int64(sample.bytes().count))
      let zip = try ZipArchive(source)
      #expect(try zip.contents(of: zip.entries[1]) == Self.inflated)
    }
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = sample.bytes()
    for length in 0..<bytes.count {
      #expect(throws: ZipError.self, "\(length)") { try archive(Array(bytes[..<length])) }
    }
  }

  @Test func encryptionZip64AndOtherMethodsAreUnsupported() {
    for change: (inout ZipWriter.Entry) -> Void in [
      { $0.flags = 1 }, { $0.flags = 0x40 }, { $0.method = 12 },
      { $0.directoryCount = 0xFFFF_FFFF },
    ] {
      var zip = sample
      change(&zip.entries[0])
      #expect {
        _ = try archive(zip.bytes())
      } throws: { error in
        if case ZipError.unsupported = error { true } else { false }
      }
    }
  }

  @Test func headersHaveToAgreeWithTheDirectory() {
    for change: (inout ZipWriter.Entry) -> Void in [
      { $0.headerName = Array("b.txt".utf8) }, { $0.headerMethod = 8 },
      { $0.headerName = Array("a.txt2".utf8) }, { $0.directoryCount = 2 },
    ] {
      var zip = sample
      change(&zip.entries[0])
      #expect(throws: ZipError.contradiction(entry: "a.txt")) { try archive(zip.bytes()) }
    }
  }

  @Test func filesThatShareBytesAreRefused() {
    var zip = sample
    // The second file's header overlaps the bytes of the first, as in zip bombs.
    var inner = ZipWriter()
    inner.add("b.txt", method: 0, data: Array("abc".utf8), count: 3, checksum: Self.abcChecksum)
    let nested = Array(inner.bytes().prefix(30 + 5 + 3))
    zip.entries[0] = .init(
      name: Array("a.txt".utf8), method: 0, data: nested, count: nested.count, checksum: 0)
    zip.add("b.txt", method: 0, data: Array("abc".utf8), count: 3, checksum: Self.abcChecksum)
    zip.entries[zip.entries.count - 1].directoryOffset = 30 + 5
    #expect(throws: ZipError.overlapping(entry: "b.txt")) { try archive(zip.bytes()) }
  }

  @Test func repeatedNamesAreRefused() {
    var zip = sample
    zip.add("a.txt", method: 0, data: [], count: 0, checksum: 0)
    #expect(throws: ZipError.repeatedName(entry: "a.txt")) { try archive(zip.bytes()) }
  }

  @Test func damagedContentsAreRefused() throws {
    for (index, place) in [(0, 0), (2, 3), (2, Self.deflated.count - 1)] {
      var zip = sample
      zip.entries[index].data[place] ^= 0x41
      let opened = try archive(zip.bytes())
      let entry = opened.entries[index == 0 ? 0 : 1]
      #expect(throws: ZipError.self) { try opened.contents(of: entry) }
    }
    for count in [0, 22, 24, 1000] {
      var zip = sample
      zip.entries[2].directoryCount = UInt32(count)
      let opened = try archive(zip.bytes())
      #expect(throws: ZipError.self, "\(count)") { try opened.contents(of: opened.entries[1]) }
    }
    var zip = sample
    zip.entries[2].data += [0]
    let opened = try archive(zip.bytes())
    #expect(throws: ZipError.self) { try opened.contents(of: opened.entries[1]) }
  }

  @Test func limitsAreExact() throws {
    var limits = ZipLimits()
    limits.maxEntries = 4
    limits.maxEntryBytes = 23
    limits.maxTotalBytes = 26
    _ = try archive(sample.bytes(), limits: limits)
    for change: (inout ZipLimits) -> Void in [
      { $0.maxEntries = 3 }, { $0.maxEntryBytes = 22 }, { $0.maxTotalBytes = 25 },
      { $0.maxDirectoryBytes = 100 },
    ] {
      var lower = limits
      change(&lower)
      #expect {
        _ = try archive(sample.bytes(), limits: lower)
      } throws: { error in
        if case ZipError.limitExceeded = error { true } else { false }
      }
    }
  }

  @Test func whatGrowsTooMuchIsRefusedBeforeMemoryIsTaken() {
    var zip = sample
    zip.entries[2].directoryCount = 200 << 20
    #expect {
      _ = try archive(zip.bytes())
    } throws: { error in
      if case ZipError.limitExceeded(_, _, 200) = error { true } else { false }
    }
  }

  @Test func bytesBeforeAndAfterTheArchiveAreRefused() {
    #expect(throws: ZipError.self) { try archive([0] + sample.bytes()) }
    #expect(throws: ZipError.self) { try archive(sample.bytes() + [0]) }
  }

  @Test func randomDamageNeverTraps() {
    let bytes = sample.bytes()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] =
          [0, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)!
      }
      guard let zip = try? archive(damaged) else { continue }
      for entry in zip.entries {
        if let contents = try? zip.contents(of: entry) { #expect(contents.count == entry.count) }
      }
    }
  }
}
