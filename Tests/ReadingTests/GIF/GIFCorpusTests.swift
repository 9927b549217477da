import AnimTiming
import FrameTestSupport
import Messages
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Every GIF of the corpus, compared with Chromium's result.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct GIFCorpusTests {
  /// Files for which our result intentionally differs from Chromium's, with the rule.
  private static let exceptions: [String: String] = [
    "image-gif/tests/stall/issue-101-infinite-empty-loop.gif":
      "the canvas grows to a first frame of 6727 x 65351, over the limit of pixels",
    "image-gif/tests/crashtest/issue-117-out-of-range.gif":
      "an LZW minimum code size of 0 makes a frame damaged; it keeps its slot without pixels",
    "pillow/issue_2811.gif":
      "an LZW minimum code size of 11 makes a frame damaged; it keeps its slot without pixels",
  ]

  @Test func framesDelaysAndPlaysAreThoseOfTheBrowser() throws {
    let records = try BrowserRecord.all(suffix: ".gif")
    #expect(records.count > 50)
    var unexplained = Set(Self.exceptions.keys)
    for record in records {
      if Self.exceptions[record.file] != nil {
        unexplained.remove(record.file)
      } else {
        try compare(record)
      }
    }
    #expect(unexplained.isEmpty)
  }

  private func compare(_ record: BrowserRecord) throws {
    let file = record.file
    let expected = record.frames ?? []
    if record.error != nil {
      #expect(throws: ReadingError.self, "\(file)") { try openSource(.path(Corpus.path(file))) }
      return
    }
    let source = try openSource(.path(Corpus.path(file)))
    #expect(source.info.frames.count == expected.count, "\(file)")
    switch record.plays {
    case .count(let plays): #expect(source.info.plays == .plays(plays), "\(file)")
    // Chromium also reports endless looping for every still image without a loop extension.
    default:
      #expect(
        source.info.plays == .forever || (expected.count == 1 && !source.info.declaresPlays),
        "\(file)")
    }
    for (index, expected) in expected.enumerated() {
      let frame = try #require(try source.next())
      #expect(expected.error == nil, "\(file)")
      #expect(
        frame.pixels.size == PixelSize(width: expected.width ?? 0, height: expected.height ?? 0))
      #expect(frame.pixels.withBytes(sha256) == expected.sha256, "\(file) frame \(index)")
      // The browser reports 0 for a missing delay.
      let delay: Delay =
        source.info.frames[index].delay == .missing
        ? .centiseconds(0) : source.info.frames[index].delay
      #expect(delay == .centiseconds((expected.delay ?? -1) / 10_000), "\(file) frame \(index)")
    }
    #expect(try source.next() == nil)
    #expect(source.warnings == [], "\(file)")
  }

  @Test func exceptionsAreAsTheirRulesSay() throws {
    for name in ["image-gif/tests/crashtest/issue-117-out-of-range.gif", "pillow/issue_2811.gif"] {
      // The only frame is destroyed, so there is nothing to show.
      let error = #expect(throws: ReadingError.self, "\(name)") {
        try remaining(openSource(.path(Corpus.path(name))))
      }
      #expect(error?.kind == .damagedInput)
    }
    #expect(
      throws: ReadingError.limitExceeded(limit: .pixels, value: 439_616_177, allowed: 268_435_456)
    ) {
      try openSource(
        .path(Corpus.path("image-gif/tests/stall/issue-101-infinite-empty-loop.gif")))
    }
  }

  /// Any bytes give frames or an error of the right kind.
  @Test func brokenAndHostileFilesDoNoHarm() throws {
    let files =
      Corpus.files(under: "hostile", suffix: "") + Corpus.files(under: "mutants", suffix: "")
    #expect(files.count > 100)
    for file in files {
      do {
        let source = try openSource(.path(Corpus.path(file)))
        #expect(try remaining(source).count == source.info.frames.count, "\(file)")
        #expect(try source.detectAlpha() || source.info.alpha != .present)
      } catch let error as any StageFailure {
        #expect([.damagedInput, .missingInput].contains(error.kind), "\(file): \(error)")
        #expect(error.reason != "")
      }
    }
  }

  /// Truncated at twenty positions: the part before is kept with a warning, and strict reading
  /// refuses it.
  @Test func cutFilesKeepWhatIsThere() throws {
    for record in try BrowserRecord.all(suffix: ".gif") {
      guard record.error == nil, Self.exceptions[record.file] == nil else { continue }
      let file = try #require(try? Corpus.bytes(of: record.file))
      let source = try openGIF(file)
      let composed = source.info.size.area * source.info.frames.count
      guard source.info.warnings.isEmpty, composed < 500_000 else { continue }
      for cut in 1..<21 {
        try checkCut(Array(file[..<(file.count * cut / 21)]), record)
      }
    }
  }

  private func checkCut(_ file: [UInt8], _ record: BrowserRecord) throws {
    guard let source = try? openGIF(file) else { return }
    let expected = record.frames ?? []
    #expect(source.info.frames.count <= expected.count, "\(record.file)")
    let warning = try #require(source.info.warnings.first, "\(record.file) \(file.count)")
    #expect(warning.kind == .truncated)
    while let frame = try source.next() {
      if warning.frame == frame.index { break }
      #expect(frame.pixels.withBytes(sha256) == expected[frame.index].sha256, "\(record.file)")
    }
    #expect(throws: ReadingError.damaged(warning)) { try openGIF(file, isStrict: true) }
  }
}
