import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Every WebP of the corpus, compared with browsers' results.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct WebPCorpusTests {
  /// Files whose pixels cannot be compared exactly with the browser's frames, and why. Their hashes
  /// are of what Pillow 13 with libwebp 1.6 decodes, colours of transparent pixels 0, which equals
  /// the browser's pixels when both are premultiplied.
  private static let decoded: [String: (sha256: String, reason: String)] = [
    "pillow/transparent.webp": (
      "29439850660fa4ac19d64dcb972a735ae658c874ee47f9d27fadd4c577f215fc",
      "partly transparent pixels went through premultiplied alpha"
    )
  ]

  @Test func framesDelaysAndPlaysAreThoseOfTheBrowser() throws {
    let records = try BrowserRecord.all(suffix: ".webp")
    #expect(records.count > 10)
    for record in records { try compare(record) }
  }

  private func compare(_ record: BrowserRecord) throws {
    let file = record.file
    let source = try openSource(.path(Corpus.path(file)))
    let expected = try #require(record.frames)
    #expect(source.info.frames.count == expected.count, "\(file)")
    switch record.plays {
    case .count(let plays): #expect(source.info.plays == .plays(plays), "\(file)")
    default: #expect(source.info.plays == .forever, "\(file)")
    }
    for (index, expected) in expected.enumerated() {
      let frame = try #require(try source.next())
      #expect(
        frame.pixels.size == PixelSize(width: expected.width ?? 0, height: expected.height ?? 0))
      // The browser converted the frame of a still lossy image without VP8X differently; its
      // `<img>` element did not.
      let hashes =
        Self.decoded[file].map { [$0.sha256] }
        ?? [expected.sha256, index == 0 ? record.img?.sha256 : nil]
      #expect(hashes.contains(frame.pixels.withBytes(sha256)), "\(file) frame \(index)")
      let delay: Delay = expected.delay.map { .milliseconds($0 / 1000) } ?? .missing
      #expect(source.info.frames[index].delay == delay, "\(file) frame \(index)")
    }
    #expect(try source.next() == nil)
    #expect(source.info.warnings + source.warnings == [], "\(file)")
  }

  /// Truncated at twenty places: the part before is kept, with a warning, and refused when strict.
  @Test func cutFilesKeepWhatIsThere() throws {
    for record in try BrowserRecord.all(suffix: ".webp") {
      let file = try Corpus.bytes(of: record.file)
      let whole = try openWebP(file).info
      let wanted = try remaining(openWebP(file)).prefix(5).map(pixels)
      for cut in 1..<21 {
        let bytes = Array(file[..<(file.count * cut / 21)])
        guard let source = try? openWebP(bytes) else { continue }
        #expect(source.info.frames.count <= whole.frames.count)
        let warning = try #require(source.info.warnings.first, "\(record.file) \(bytes.count)")
        #expect(warning.kind == .truncated)
        #expect(throws: ReadingError.damaged(warning)) { try openWebP(bytes, isStrict: true) }
        for picture in wanted {
          guard let frame = try? source.next(), frame.index != warning.frame else { break }
          #expect(pixels(frame) == picture, "\(record.file)")
        }
      }
    }
  }
}
