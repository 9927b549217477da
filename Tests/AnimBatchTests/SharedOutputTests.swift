import AnimConv
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch

/// A shared cache may contain anything.
@Suite struct SharedOutputTests {
  private static let gif: [UInt8] = {
    var gif = GIFBuilder(16, 16)
    gif.frame(.init(w: 16, h: 16, fill: 1, delay: 5))
    gif.end()
    return gif.bytes
  }()

  private static func unit(_ folder: TemporaryFolder) throws -> BatchUnit {
    try folder.write(gif, to: "a.gif")
    try folder.write("beside", to: "a.txt")
    try folder.write("secret", to: ".env")
    var settings = ConversionSettings()
    try settings.set("container", to: "webp")
    let job = BatchJob(
      inputs: [folder.appending("a.gif")], outputs: [BatchOutput(settings)],
      folder: folder.appending("out"))
    return try BatchPlan(Batch(jobs: [job])).units[0]
  }

  private static func result(
    files: [String] = ["a.webp"], inputs: [(path: String, content: String)] = [],
    missing: [String] = []
  ) -> ActionResult {
    let digest = String(repeating: "ab", count: 32)
    var result = ActionResult()
    result.files = files.map { .init(path: $0, digest: digest, byteCount: 3) }
    let named = inputs.map {
      "{\"path\":\"\($0.path)\",\"sha256\":\"\(FileRecord.digest(of: $0.content))\"}"
    }
    let absent = missing.map { "\"\($0)\"" }
    result.note = Array(
      """
      {"frames":1,"inputs":[\(named.joined(separator: ","))],
      "missing":[\(absent.joined(separator: ","))]}
      """.utf8)
    return result
  }

  @Test func onlyTheNamesThatTheUnitWritesAreTaken() throws {
    try TemporaryFolder.with { folder in
      let shared = try #require(SharedOutput(Self.unit(folder)))
      #expect(shared.known(Self.result(), origin: "") != nil)
      for files in [
        ["a.webp", ".htaccess"], ["a.webp", ".animconv-batch.jsonl"], ["b.webp"], ["../a.webp"],
        ["a.webp", "a.webp"], ["a.webp", "a.gif"], [],
      ] {
        #expect(shared.known(Self.result(files: files), origin: "") == nil, "\(files)")
      }
    }
  }

  /// The files that a result names decide whether it is accepted.
  @Test func noFileIsReadThatTheInputCannotName() throws {
    try TemporaryFolder.with { folder in
      let shared = try #require(SharedOutput(Self.unit(folder)))
      func holds(_ path: String, _ content: String) -> Bool {
        shared.known(Self.result(inputs: [(path, content)]), origin: "") != nil
      }
      #expect(holds("a.txt", "beside"))
      #expect(!holds("a.txt", "other"))
      #expect(!holds(".env", "secret"))
      #expect(!holds(folder.appending("a.txt").string, "beside"))
      #expect(!holds("../\(folder.path.lastComponent!.string)/a.txt", "beside"))
      for missing in ["/etc/no-such-file", "../x", ".ssh"] {
        #expect(shared.known(Self.result(missing: [missing]), origin: "") == nil, "\(missing)")
      }
      #expect(shared.known(Self.result(missing: ["a.json"]), origin: "") != nil)
    }
  }
}
