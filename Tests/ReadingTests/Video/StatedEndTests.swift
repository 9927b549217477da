import AnimTiming
import SystemPackage
import Testing

@testable import Reading
@testable import Stages

@Suite struct StatedEndTests {
  /// A file that stops responding is not treated as a file without an index.
  @Test func aDiskErrorIsNotReportedAsAMissingIndex() throws {
    // Reading a folder fails with EISDIR, as a failing disk does with EIO.
    let folder = try FileDescriptor.open("/", .readOnly)
    let source = ByteSource(owning: folder, byteCount: 4096)
    let error = #expect(throws: ReadingError.self) {
      try StatedEnd(of: source, timebase: Timebase(1, 90_000), mostBytes: 1 << 20)
    }
    guard case .system("read", Errno.isDirectory.rawValue) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test func bytesWithoutAnIndexSayNothing() throws {
    let source = ByteSource(bytes: Array("\0\0\0\u{10}ftypisom\0\0\0\0".utf8))
    #expect(try StatedEnd(of: source, timebase: Timebase(1, 90_000), mostBytes: 1 << 20) == nil)
  }
}
