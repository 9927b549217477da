import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch

@Suite struct SharedCacheTests {
  private static let digest = String(repeating: "ab", count: 32)

  /// Exactly the bytes that the wire format and the member numbers require.
  @Test func anActionResultHasTheFormOfRemoteExecution() {
    var result = ActionResult()
    result.files = [.init(path: "a.mp4", digest: Self.digest, byteCount: 300)]
    result.note = [0x7B, 0x7D]
    let digest: [UInt8] = [0x0A, 64] + Array(Self.digest.utf8) + [0x10, 0xAC, 0x02]
    let file: [UInt8] =
      [0x0A, 5] + Array("a.mp4".utf8) + [0x12, UInt8(digest.count)] + digest
    #expect(result.bytes == [0x12, UInt8(file.count)] + file + [0x2A, 2, 0x7B, 0x7D])
    #expect(ActionResult(result.bytes) == result)
    // Unknown members are skipped: exit_code 0, a text, a fixed64.
    let more: [UInt8] = [0x20, 0x00, 0x3A, 1, 0x78, 0x51, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(ActionResult(more + result.bytes) == result)
  }

  @Test func anythingElseIsNoActionResultAndNoCrash() {
    var result = ActionResult()
    result.files = [.init(path: "a", digest: Self.digest, byteCount: .max)]
    result.note = [1]
    let bytes = result.bytes
    for length in 0..<bytes.count { #expect(ActionResult(Array(bytes[..<length])) != result) }
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        broken[Int.random(in: broken.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = ActionResult(broken)
    }
  }

  @Test func aContentIsBelievedOnlyWhenItIsWhatItsDigestSays() throws {
    try TemporaryFolder.with { folder in
      let cache = try SharedCache(folder.appending("cache")) { Issue.record("\($0)") }
      try folder.write("hello", to: "a")
      let file = ActionResult.File(
        path: "a", digest: FileRecord.digest(of: "hello"), byteCount: 5)
      var bytes: [UInt8] = []
      #expect(!cache.fetch(file) { bytes += $0 })
      #expect(cache.store(folder.appending("a"), file))
      #expect(cache.fetch(file) { bytes += $0 })
      #expect(bytes == Array("hello".utf8))
      let place = "cache/cas/\(file.digest.prefix(2))/\(file.digest)"
      for wrong in ["hellO", "hell", "hello!", ""] {
        try folder.write(wrong, to: place)
        #expect(!cache.fetch(file) { _ in })
        // It is replaced by the correct one.
        #expect(cache.store(folder.appending("a"), file))
        #expect(cache.fetch(file) { _ in })
      }
      // A file that changed after its examination is not stored under its old digest.
      try folder.write("hellO", to: "a")
      try FileManager.default.removeItem(atPath: folder.appending(place).string)
      #expect(!cache.store(folder.appending("a"), file))
      try folder.write("hello", to: "a")
      #expect(cache.store(folder.appending("a"), file))
      var result = ActionResult()
      result.files = [file]
      #expect(cache.result(of: Self.digest) == nil)
      cache.store(result, of: Self.digest)
      #expect(cache.result(of: Self.digest) == result)
    }
  }

  /// The cache server states the length of a content, and may send anything.
  @Test func noMoreIsReadThanWasSaid() throws {
    try TemporaryFolder.with { folder in
      let cache = try SharedCache(folder.appending("cache")) { Issue.record("\($0)") }
      let digest = FileRecord.digest(of: "hello")
      try folder.write("hello", to: "a")
      #expect(
        cache.store(
          folder.appending("a"), ActionResult.File(path: "a", digest: digest, byteCount: 5)))
      cache.store(ActionResult(), of: digest)
      let place = "cache/cas/\(digest.prefix(2))/\(digest)"
      try folder.write("hello" + String(repeating: "x", count: 1 << 20), to: place)
      var count = 0
      let file = ActionResult.File(path: "a", digest: digest, byteCount: 5)
      #expect(!cache.fetch(file) { count += $0.count })
      #expect(count <= 5)
      // A description without end, and a content of an absurd length.
      try folder.write(
        String(repeating: "x", count: 2 << 20), to: "cache/ac/\(digest.prefix(2))/\(digest)")
      #expect(cache.result(of: digest) == nil)
      for byteCount in [-1, SharedCache.maxContent + 1, .max] {
        let file = ActionResult.File(path: "a", digest: digest, byteCount: byteCount)
        #expect(!cache.fetch(file) { _ in Issue.record("nothing is read") })
      }
      // Paths that are not files.
      let fifo = folder.path.pushing(FilePath("cache/cas/\(digest.prefix(2))/\(digest)"))
      unlink(fifo.string)
      #expect(mkfifo(fifo.string, 0o600) == 0)
      #expect(!cache.fetch(file) { _ in })
    }
  }

  @Test func reportsAnUnwritableCacheOnce() throws {
    try TemporaryFolder.with { folder in
      try folder.write("", to: "file")
      try folder.write("x", to: "a")
      let told = Told()
      let cache = try SharedCache(folder.appending("file")) { told.add($0) }
      let file = ActionResult.File(path: "a", digest: FileRecord.digest(of: "x"), byteCount: 1)
      for _ in 0..<5 { #expect(!cache.store(folder.appending("a"), file)) }
      #expect(told.count == 1)
    }
  }

  private final class Told: @unchecked Sendable {
    private(set) var count = 0
    func add(_ text: String) { count += 1 }
  }
}
