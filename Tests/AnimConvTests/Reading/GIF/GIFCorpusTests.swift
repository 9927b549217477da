import AnimTiming
import Testing

@testable import AnimConv

/// Every GIF of the corpus against what Chromium made of it.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct GIFCorpusTests {
  @Test func framesDelaysAndPlaysAreThoseOfTheBrowser() throws {
    for record in try BrowserRecord.all(suffix: ".gif") {
      try compare(record)
    }
  }

  private func compare(_ record: BrowserRecord) throws {
    let file = record.file
    guard record.error == nil, let expected = record.frames else {
      let error = #expect(throws: ReadingError.self, "\(file)") {
        try openSource(.path(Corpus.path(file)))
      }
      print("refused", file, error?.reason ?? "-")
      return
    }
    let source: any FrameSource
    do { source = try openSource(.path(Corpus.path(file))) } catch {
      Issue.record("\(file): \(error)")
      return
    }
    #expect(source.info.frames.count == expected.count, "\(file)")
    print(file, source.info.plays, record.plays as Any, source.info.frames.count, source.info.warnings)
    var index = 0
    while let frame = try source.next() {
      guard index < expected.count else { break }
      let hash = frame.pixels.withBytes(sha256)
      let want = expected[index]
      if want.error == nil {
      #expect(hash == want.sha256, "\(file) frame \(index) \(frame.pixels.size) \(want.w) \(want.h)")
      #expect(source.info.frames[index].delay == .centiseconds((want.delay_us ?? -1) / 10000) || want.delay_us == 0, "\(file) \(source.info.frames[index].delay) \(want.delay_us)")
      } else { print(file, "error frame", index, hash) }
      index += 1
    }
    print(source.warnings)
  }
}
