import CLibrary
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import OutputFiles
@testable import Reading

@Suite struct FileRecordTests {
  @Test func theDigestIsThatOfTheStandard() {
    // FIPS 180-4's examples.
    #expect(
      FileRecord.digest(of: "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      FileRecord.digest(of: "")
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func longFilesAreReadWhole() throws {
    try TemporaryFolder.with { folder in
      var random = SeededGenerator(seed: 3)
      let bytes = (0..<700_001).map { _ in UInt8.random(in: 0...255, using: &random) }
      try folder.write(bytes, to: "long")
      let record = try #require(FileRecord(reading: folder.appending("long")))
      #expect(record.digest == bytes.withUnsafeBytes { sha256($0) })
      #expect(record.stamp.byteCount == 700_001)
    }
  }

  @Test func aFreshFileIsReadAgainAndAnOldOneIsNot() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("file")
      try folder.write("one", to: "file")
      var record = try #require(FileRecord(reading: path))
      // Written again within the same tick, so that only the content differs.
      record.seen = record.stamp.modified
      guard case .sameContent = record.verdict(at: path) else {
        Issue.record("a fresh stamp was trusted")
        return
      }
      record.seen = record.stamp.modified + 10_000_000_000
      #expect(record.verdict(at: path) == .unchanged)
      // A wrong digest is not noticed, because the stamp counts as reliable.
      record.digest = String(repeating: "0", count: 64)
      #expect(record.verdict(at: path) == .unchanged)
      record.seen = record.stamp.modified
      #expect(record.verdict(at: path) == .changed)
    }
  }

  @Test func otherBytesWithTheOldTimeAreAChange() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("file")
      try folder.write("one", to: "file")
      var record = try #require(FileRecord(reading: path))
      record.seen += 10_000_000_000
      usleep(20_000)
      try folder.write("two", to: "file")
      let modified = record.stamp.modified
      let time = timespec(
        tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
      #expect(utimensat(AT_FDCWD, path.string, [time, time], 0) == 0)
      #expect(FileStamp(of: path)?.modified == modified)
      #expect(record.verdict(at: path) == .changed)
    }
  }

  /// `link/..` is the parent of the folder that the link points to.
  @Test func aPathThroughALinkIsTracedAsTheSystemTakesIt() throws {
    try TemporaryFolder.with { folder in
      try makeFolders(folder.path.pushing("real/deep"))
      try folder.write("one", to: "real/file")
      #expect(symlink("real/deep", folder.appending("link").string) == 0)
      let path = folder.path.pushing("link/./../file")
      let trace = InputTrace()
      InputTrace.$current.withValue(trace) { InputTrace.note(opened: path) }
      let found = try #require(trace.findings.files.first)
      #expect(found.stamp?.byteCount == 3)
      let base = folder.path.pushing("link/..")
      #expect(found.path.relative(to: base) == "file")
      #expect(FileStamp(of: base.pushing(found.path.relative(to: base)))?.byteCount == 3)
    }
  }

  @Test func anotherTimeWithTheSameContentIsNoChange() throws {
    try TemporaryFolder.with { folder in
      try folder.write("one", to: "file")
      let record = try #require(FileRecord(reading: folder.appending("file")))
      try folder.write("one", to: "copy")
      guard case .sameContent(let newer) = record.verdict(at: folder.appending("copy")) else {
        Issue.record("the content is the same")
        return
      }
      #expect(newer.digest == record.digest)
      try folder.write("two", to: "file")
      #expect(record.verdict(at: folder.appending("file")) == .changed)
      #expect(record.verdict(at: folder.appending("none")) == .missing)
    }
  }
}
