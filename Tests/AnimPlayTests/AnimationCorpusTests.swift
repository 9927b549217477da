import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster
@testable import Reading
@testable import Stages

/// For real files, any frame at any time equals the one read in order.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct AnimationCorpusTests {
  /// A line of the corpus's list.
  struct Listed: Sendable, CustomTestStringConvertible {
    var path: String
    var kind: String
    var testDescription: String { path }

    func open() throws -> any FrameSource { try openSource(.path(Corpus.path(path))) }
  }

  /// All files with several frames in the corpus's list. Without a list this is empty, and the
  /// first test fails.
  static let listed: [Listed] = {
    guard Corpus.isAvailable, let bytes = try? Corpus.bytes(of: "manifest.tsv") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap {
      let columns = $0.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 6, let frames = Int(columns[6]), frames > 1 else { return nil }
      return Listed(path: String(columns[0]), kind: String(columns[1]))
    }
  }()

  /// Files that are listed with several frames, but must not open.
  static let unreadable: Set<String> = [
    "hostile/atlas/duration.json", "hostile/atlas/image-path-00.json",
    "hostile/atlas/image-path-01.json", "hostile/atlas/image-path-02.json",
    "hostile/atlas/image-path-03.json", "hostile/atlas/image-path-04.json",
    "hostile/atlas/image-path-05.json", "hostile/atlas/image-path-06.json",
    "hostile/atlas/image-path-07.json", "hostile/atlas/image-path-08.json",
    "hostile/atlas/image-path-09.json", "hostile/bomb/frames.gif", "hostile/frames-gap/",
    "hostile/frames-mixed/", "hostile/playlist/ffconcat-rel.mp4", "mutants/m1-00030-zero.png",
    "mutants/m1-00033-flip16.png", "mutants/m1-00058-fliphead.json", "pixijs/building1.json",
    "pixijs/spritesheet/multi-pack-0.json", "pixijs/spritesheet/svgSpritesheet.json",
  ]

  /// Files that are listed with several frames, but show only one.
  static let stills: Set<String> = [
    "mutants/m1-00032-fliphead.png", "mutants/m1-00040-flip1.png",
    "pillow/apng/chunk_no_fdat.png", "pillow/apng/chunk_repeat_fctl.png",
    "pillow/apng/sequence_fdat_fctl.png", "pillow/apng/sequence_start.png",
    "pillow/apng/syntax_num_frames_low.png",
  ]

  /// All others: animations that open.
  static let files = listed.filter {
    !unreadable.contains($0.path) && !stills.contains($0.path)
  }

  /// Those that are stored as patches.
  static let composed = files.filter { file in
    ["gif", "apng", "webp"].contains { file.kind.hasPrefix($0) }
  }

  /// The number of frames requested from each file. Most of the time goes into decoding again from
  /// a restart point, which takes ten times as long in a debug build; CI runs the release build
  /// too.
  #if DEBUG
    private static let accesses = 40
  #else
    private static let accesses = 200
  #endif

  @Test func theListHasAnimationsOfEveryKind() throws {
    var kinds: [InputKind: Int] = [:]
    for file in Self.files {
      let source = try file.open()
      #expect(source.info.frames.count > 1, "\(file.path)")
      kinds[source.info.kind, default: 0] += 1
    }
    #expect(kinds[.gif, default: 0] >= 40)
    #expect(kinds[.apng, default: 0] >= 30)
    #expect(kinds[.webp, default: 0] >= 1)
    #expect(kinds[.video, default: 0] >= 10)
    #expect(kinds[.atlas, default: 0] >= 10)
    #expect(kinds[.frameFolder, default: 0] >= 4)
  }

  /// The reasons why the other tests skip files still hold.
  @Test func whatIsLeftOutCannotBeOpenedOrStandsStill() throws {
    for file in Self.listed where Self.unreadable.contains(file.path) {
      #expect(throws: (any Error).self, "\(file.path)") { try file.open() }
    }
    for file in Self.listed where Self.stills.contains(file.path) {
      #expect(try file.open().info.frames.count == 1, "\(file.path)")
    }
  }

  @Test(arguments: files)
  func randomAccessGivesWhatReadingInOrderGives(file: Listed) async throws {
    let source = try file.open()
    var expected: [Int] = []
    while let frame = try source.next() { expected.append(frame.pixels.contentHash) }
    #expect(expected.count == source.info.frames.count)

    var random = SeededGenerator(
      seed: UInt64(file.path.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xffff))
    let frameBytes = source.info.size.area * 4
    // Memory for one frame, for a few, for canvases, and for the default of the size.
    let frames = [nil, 1, 3, 8, 24].randomElement(using: &random)!
    let budget = frames.map { FrameBudget(bytes: $0 * frameBytes) } ?? FrameBudget()
    let animation = try await AnimatedImage(
      .path(Corpus.path(file.path)),
      delays: .minimum(.milliseconds(1), replacement: .milliseconds(1)),
      budget: budget)
    #expect(animation.count == expected.count)
    var wrong: [Int] = []
    for access in 0..<Self.accesses {
      // Mostly random frames, sometimes the next one, like an editor.
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

  /// The pictures of a source stay within its stated memory, including one that a disposal
  /// restores. All of a process's memory is compared by the playback benchmark.
  @Test(arguments: composed)
  func picturesAreWithinWhatIsStated(file: Listed) throws {
    let source = try #require(try file.open() as? ComposedSource)
    source.keepCanvases(within: 0)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      source.seek(to: Int.random(in: 0..<source.info.frames.count, using: &random))
      _ = try source.next()
    }
    let picture = PixelBuffer.Pool.byteCount(source.info.size)
    #expect((source.peakLive + 1) * picture <= source.decodingBytes)
  }
}
