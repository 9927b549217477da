import AnimTiming
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Any frame at any time is the one that reading in order gives, for real files.
@Suite struct AnimationCorpusTests {
  /// Everything in the corpus's list that has several frames.
  static let files: [String] = {
    guard Corpus.isAvailable, let bytes = try? Corpus.bytes(of: "manifest.tsv") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap {
      let columns = $0.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 6, let frames = Int(columns[6]), frames > 1 else { return nil }
      return String(columns[0])
    }
  }()

  /// How often each file is asked for a frame. Most of the time goes into decoding again from a
  /// restart point, which takes ten times as long in a debug build; CI runs the release build too.
  #if DEBUG
    private static let accesses = 40
  #else
    private static let accesses = 200
  #endif

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func theListHasAnimationsOfEveryKind() throws {
    var kinds: [SourceKind: Int] = [:]
    for file in Self.files {
      guard let source = try? openSource(.path(Corpus.path(file))) else { continue }
      if source.info.frames.count > 1 { kinds[source.info.kind, default: 0] += 1 }
    }
    #expect(kinds[.gif, default: 0] >= 40)
    #expect(kinds[.apng, default: 0] >= 30)
    #expect(kinds[.webp, default: 0] >= 1)
    #expect(kinds[.video, default: 0] >= 10)
    #expect(kinds[.atlas, default: 0] >= 10)
    #expect(kinds[.frameFolder, default: 0] >= 4)
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint), arguments: files)
  func randomAccessGivesWhatReadingInOrderGives(file: String) async throws {
    // What cannot be opened is told so by other tests.
    guard let source = try? openSource(.path(Corpus.path(file))), source.info.frames.count > 1
    else { return }
    var expected: [Int] = []
    while let frame = try source.next() { expected.append(frame.pixels.contentHash) }
    #expect(expected.count == source.info.frames.count)

    var random = SeededGenerator(seed: UInt64(file.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xffff))
    let frameBytes = source.info.size.area * 4
    // Room for one frame, for a few, for canvases, and as much as the size asks for.
    let frames = [nil, 1, 3, 8, 24].randomElement(using: &random)!
    let budget = frames.map { FrameBudget(bytes: $0 * frameBytes) } ?? FrameBudget()
    let animation = try await Animation(
      .path(Corpus.path(file)), delays: .minimum(.milliseconds(1), replacement: .milliseconds(1)),
      budget: budget)
    #expect(animation.count == expected.count)
    var wrong: [Int] = []
    for access in 0..<Self.accesses {
      // Mostly anywhere, now and then the next one, as an editor does.
      let index =
        access % 5 == 4
        ? (access * 7) % expected.count : Int.random(in: 0..<expected.count, using: &random)
      #expect(animation.restartPoint(for: index) <= index)
      if try await animation.frame(at: index).pixels.contentHash != expected[index] {
        wrong.append(index)
      }
    }
    #expect(wrong.isEmpty)
    if let limit = budget.limit { #expect(budget.peakBytes <= limit) }
  }

  /// The pictures of a source are within what it says that it takes, with room for one that a
  /// disposal brings back. All of a process's memory is compared by the playback benchmark.
  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint), arguments: files)
  func picturesAreWithinWhatIsStated(file: String) throws {
    guard let source = try? openSource(.path(Corpus.path(file))) as? ComposedSource else { return }
    source.keepCanvases(within: 0)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      source.seek(to: Int.random(in: 0..<source.info.frames.count, using: &random))
      _ = try source.next()
    }
    let picture = PixelBufferPool.byteCount(source.info.size)
    #expect((source.peakLive + 1) * picture <= source.decodingBytes)
  }
}
