import Dispatch
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import OutputFiles
@testable import TextFormats

@Suite struct BatchCacheTests {
  private func entry(_ target: String, _ letter: String = "a") -> BatchEntry {
    let file = FileRecord(
      stamp: FileStamp(byteCount: 5, modified: 1_795_253_671_137_091_329, inode: .max, noted: 4),
      digest: String(repeating: letter, count: 64), seen: 1_795_255_176_571_427_413)
    var entry = BatchEntry(
      target: FilePath(target), origin: "build.json", settings: "s",
      inputs: [.init(path: "in.gif", file: file)],
      outputs: [.init(path: FilePath(target), isFolder: false, file: file)])
    entry.missing = ["in.json"]
    entry.listing = "names"
    return entry
  }

  @Test func readsRecordsBack() throws {
    try TemporaryFolder.with { folder in
      let cache = try BatchCache(folder.path)
      #expect(cache.entries.isEmpty)
      let odd = PathText.path([0x78, 0xFF, 0x22, 0x5C])
      var strange = entry("b/c.mp4")
      strange.target = odd
      strange.outputs[0].isFolder = true
      try cache.record(entry("a.mp4"))
      try cache.record(strange)
      try cache.record(entry("a.mp4", "b"))
      let again = try BatchCache(folder.path)
      #expect(again.entry(for: "a.mp4") == entry("a.mp4", "b"))
      #expect(again.entry(for: odd) == strange)
      #expect(again.hasWritten(String(repeating: "a", count: 64), to: "a.mp4"))
      #expect(!again.hasWritten(String(repeating: "c", count: 64), to: "a.mp4"))
      try again.forget("a.mp4")
      #expect(try BatchCache(folder.path).entry(for: "a.mp4") == nil)
    }
  }

  @Test func everyCutOffLineIsSkippedAndSwallowsNoOther() throws {
    let line = entry("b.mp4").json.bytes
    for count in stride(from: 0, through: line.count, by: 7) {
      try TemporaryFolder.with { folder in
        try folder.write(entry("a.mp4").json.bytes + line[..<count], to: BatchCache.fileName)
        let cache = try BatchCache(folder.path)
        #expect(cache.entry(for: "a.mp4") != nil)
        #expect((cache.entry(for: "b.mp4") != nil) == (count == line.count))
        try cache.record(entry("c.mp4"))
        #expect(try BatchCache(folder.path).entry(for: "c.mp4") != nil)
      }
    }
  }

  @Test func pathsThatLeadOutOfTheFolderAreNotBelieved() throws {
    try TemporaryFolder.with { folder in
      for path in ["../a.mp4", "/a.mp4", "b/../../a.mp4"] {
        let text = String(decoding: entry("a.mp4").json.bytes, as: UTF8.self)
          .replacing("\"path\": \"a.mp4\"", with: "\"path\": \"\(path)\"")
        try folder.write(text, to: BatchCache.fileName)
        #expect(try BatchCache(folder.path).entries.isEmpty)
      }
    }
  }

  @Test func numbersThatNoFileHasAreNotBelieved() throws {
    let text = String(decoding: entry("a.mp4").json.bytes, as: UTF8.self)
    for (good, bad) in [
      ("\"seen\": \"1795255176571427413\"", "\"seen\": \"-9223372036854775808\""),
      ("\"bytes\": 5", "\"bytes\": -5"),
    ] {
      try TemporaryFolder.with { folder in
        #expect(text.contains(good))
        try folder.write(text.replacing(good, with: bad), to: BatchCache.fileName)
        #expect(try BatchCache(folder.path).entries.isEmpty)
      }
    }
  }

  @Test func severalAtOnceLoseNothingAlsoWhileTheFileIsWrittenAnew() throws {
    try TemporaryFolder.with { folder in
      DispatchQueue.concurrentPerform(iterations: 6) { writer in
        let cache = try! BatchCache(folder.path)
        for number in 0..<60 {
          try! cache.record(entry("\(writer)-\(number).mp4"))
          // Ignored lines, so that compaction has something to remove.
          for _ in 0..<4 { try! cache.record(entry("\(writer).mp4", "b")) }
          if number % 10 == 9 { cache.compact() }
        }
      }
      let cache = try BatchCache(folder.path)
      #expect(cache.entries.count == 6 * 61)
      cache.compact()
      let lines = try folder.text(of: BatchCache.fileName).split(separator: "\n").count
      #expect(lines < 6 * 60 * 5)
      #expect(try BatchCache(folder.path).entries == cache.entries)
      #expect(folder.names == [BatchCache.fileName])
    }
  }

  @Test func aCacheHearsOfWhatOthersAdd() throws {
    try TemporaryFolder.with { folder in
      let one = try BatchCache(folder.path)
      let other = try BatchCache(folder.path)
      try one.record(entry("a.mp4"))
      #expect(other.entry(for: "a.mp4") == nil)
      other.refresh()
      #expect(other.entry(for: "a.mp4") == entry("a.mp4"))
      try other.record(entry("b.mp4"))
      one.refresh()
      #expect(one.entries.map(\.target) == ["a.mp4", "b.mp4"])
    }
  }
}
