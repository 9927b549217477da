import AnimPlay
import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch
@testable import AnimConv
@testable import OutputFiles
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// Check G2: `--alpha-pair` gives two MP4s with the same number of frames, rate and size,
/// `--alpha-mix` an even number of frames, and the decoded alpha differs from the source's by at
/// most 3 of 255 on average at `--crf 18`. The judges are the commands ffprobe and ffmpeg.
@Suite struct SplitAlphaTests {
  /// The source frames, at 25 slots per second.
  enum Drawn: String, CaseIterable {
    case soft = "soft.png"
    case hard = "hard.gif"

    var input: AnimationInput {
      .bytes(
        self == .soft ? TransparentAnimation.apng() : TransparentAnimation.gif(), name: rawValue)
    }
    /// In slots.
    var frames: Int { self == .soft ? 12 : 8 }
  }

  private func convert(
    _ input: AnimationInput, to path: FilePath, _ mode: Conversion.Shaping.Alpha,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: input, output: .file(path))
    conversion.shaping.alpha = mode
    conversion.video.crf = 18
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  /// ffprobe's description of the file's stream, as text.
  private func stream(_ path: FilePath) throws -> [String: String] {
    let fields = "nb_frames,r_frame_rate,avg_frame_rate,width,height,duration,codec_name,profile"
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=\(fields)", "-of",
      "default=noprint_wrappers=1", path.string)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      })
  }

  @Test(arguments: Drawn.allCases)
  func aPairAgreesInAllThatAPlayerCounts(drawn: Drawn) throws {
    try TemporaryFolder.with { folder in
      let (input, frames) = (drawn.input, drawn.frames)
      let report = try convert(input, to: folder.appending("out.mp4"), .pair)
      #expect(folder.names == ["out_alpha.mp4", "out_rgb.mp4"])
      #expect(report.outputs.map(\.planned.content) == [.picture, .alpha])
      let (rgb, alpha) = (folder.appending("out_rgb.mp4"), folder.appending("out_alpha.mp4"))
      let facts = try stream(rgb)
      let alphaFacts = try stream(alpha)
      #expect(facts == alphaFacts)
      #expect(facts["nb_frames"] == "\(frames)")
      #expect(facts["r_frame_rate"] == "25/1")
      #expect(facts["avg_frame_rate"] == "25/1")
      #expect(facts["codec_name"] == "h264")
      #expect(Double(facts["duration"]!)! == Double(frames) / 25)
      let (probe, other) = (try FFprobe.read(rgb.string), try FFprobe.read(alpha.string))
      #expect(probe.packets.map(\.pts) == other.packets.map(\.pts))
      #expect(probe.packets.map(\.pts) == probe.packets.map(\.pts).sorted())
      #expect(probe.packets.map(\.duration) == other.packets.map(\.duration))

      let coded = try #require(report.outputs[0].planned.size)
      let source = try DecodedAlpha.source(report.plan, of: input)
      let size = source[0].size
      let grays = try DecodedAlpha.gray(alpha, coded: coded, size: size)
      let colors = try DecodedAlpha.color(rgb, coded: coded, size: size)
      #expect(grays.count == frames && colors.count == frames)
      #expect(DecodedAlpha.meanError(grays, source) <= 3)
      // If hidden pixels were black, this would be 5 and 27.
      for background in [0, 255] {
        #expect(
          DecodedAlpha.meanRimError(colors, grays, source, background: background) <= 3.5,
          "over \(background)")
      }
    }
  }

  @Test(arguments: Drawn.allCases)
  func aMixAlternatesAtTheRateOfTheAnimation(drawn: Drawn) throws {
    try TemporaryFolder.with { folder in
      let (input, frames) = (drawn.input, drawn.frames)
      let path = folder.appending("out.mp4")
      let report = try convert(input, to: path, .mix)
      #expect(folder.names == ["out.mp4"])
      let facts = try stream(path)
      #expect(facts["nb_frames"] == "\(2 * frames)")
      #expect(facts["r_frame_rate"] == "25/1")
      #expect(Double(facts["duration"]!)! == Double(2 * frames) / 25)
      #expect(report.outputs[0].frameCount == 2 * frames)
      let twice = report.total * 2
      #expect(report.outputs[0].readBack?.totalTime == twice)
      #expect(
        report.plan.notes.map { $0.text(.options) }.contains {
          $0.hasPrefix("\(2 * frames) pictures, colour and alpha in turn, at 25 per second")
        })

      let coded = try #require(report.outputs[0].planned.size)
      let source = try DecodedAlpha.source(report.plan, of: input)
      let size = source[0].size
      let all = try DecodedAlpha.gray(path, coded: coded, size: size)
      let grays = stride(from: 1, to: all.count, by: 2).map { all[$0] }
      let rgb = try DecodedAlpha.color(path, coded: coded, size: size)
      let colors = stride(from: 0, to: rgb.count, by: 2).map { rgb[$0] }
      #expect(grays.count == frames)
      #expect(DecodedAlpha.meanError(grays, source) <= 3)
      for background in [0, 255] {
        #expect(
          DecodedAlpha.meanRimError(colors, grays, source, background: background) <= 3.5,
          "over \(background)")
      }
    }
  }

  /// A still part takes almost no bytes, although colour and alpha alternate.
  @Test func aMixIsNotMuchLargerThanThePair() throws {
    var gif = GIFBuilder(160, 120)
    for index in 0..<30 {
      let indices: [UInt8] = (0..<16_000).map { pixel in
        let (x, y) = (pixel % 160, pixel / 160)
        return UInt8((x / 9 + y / 7) % 3 + 1)
      }
      gif.frame(
        index == 0
          ? .init(w: 160, h: 100, indices: indices, delay: 5)
          : .init(x: index * 4, y: 40, w: 9, h: 9, fill: UInt8(index % 4), delay: 5))
    }
    gif.end()
    try TemporaryFolder.with { folder in
      let input = AnimationInput.bytes(gif.bytes, name: "still.gif")
      let pair = try convert(input, to: folder.appending("p.mp4"), .pair)
      let mix = try convert(input, to: folder.appending("m.mp4"), .mix)
      let bytes = pair.outputs.reduce(0) { $0 + $1.byteCount }
      #expect(mix.outputs[0].byteCount < bytes * 3 / 2)
      #expect(mix.outputs[0].readBack?.keyFrameCount == 1)
    }
  }

  @Test(arguments: [Conversion.Shaping.Alpha.pair, .mix])
  func `rates that players cannot count are refused, or resampled with the error said`(
    mode: Conversion.Shaping.Alpha
  ) throws {
    var gif = GIFBuilder(32, 32)
    for fill in [1, 2, 3] { gif.frame(.init(w: 20, h: 32, fill: UInt8(fill), delay: 14)) }
    gif.end()
    let input = AnimationInput.bytes(gif.bytes, name: "walk.gif")
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      let error = #expect(throws: ConversionError.self) { try convert(input, to: path, mode) }
      #expect(
        error?.underlying as? SplitAlphaError == .fractionalRate(FrameRate(50, 7), mode))
      #expect(error?.kind == .usage)
      #expect(folder.names == [])

      let exact = try convert(input, to: path, mode) {
        $0.timing.schedule = .constant(FrameRate(50))
      }
      #expect(exact.frameCount == 21)
      #expect(exact.total == RationalTime(42, 100))
      #expect(!exact.plan.notes.contains { $0.description.contains("boundaries move") })
      let resampled = try convert(input, to: folder.appending("new.mp4"), mode) {
        $0.timing.schedule = .constant(FrameRate(7))
      }
      #expect(resampled.frameCount == 3)
      #expect(
        resampled.plan.notes.contains { $0.description.hasPrefix("frame boundaries move by up to") }
      )
    }
  }

  @Test func slotsOverTheBudgetAreRefusedWithARateAsTheWayOut() throws {
    let input = AnimationInput.bytes(ConverterTests.animation(), name: "fine.gif")
    try TemporaryFolder.with { folder in
      let path = folder.appending("out.mp4")
      let error = #expect(throws: ConversionError.self) { try convert(input, to: path, .pair) }
      #expect(
        error?.remedy?.text(.options)
          == "use --schedule fps=30 or another whole rate, or --max-fps 100")
      let report = try convert(input, to: path, .pair) {
        $0.timing.budget.maxFrameRate = FrameRate(100)
      }
      #expect(report.frameCount == 171)
    }
  }

  /// A player that combines two files gets two, even if the second one is blank.
  @Test func anOpaqueInputHasWhiteAlphaAndANote() throws {
    let input = AnimationInput.bytes(
      ConverterTests.animation(transparent: false), name: "opaque.gif")
    try TemporaryFolder.with { folder in
      let report = try convert(input, to: folder.appending("out.mp4"), .pair) {
        $0.timing.schedule = .constant(FrameRate(20))
      }
      #expect(
        report.plan.notes.map { $0.text(.options) }.contains(
          "no pixel is transparent, so all alpha is white; without --alpha-pair one MP4 looks "
            + "the same"))
      let gray = try FFprobe.decode(folder.appending("out_alpha.mp4").string, pixelFormat: "gray")
      #expect(gray.allSatisfy { $0 == 255 })
    }
  }

  @Test func severalPlaysAreRepeatedInPairsToo() throws {
    try TemporaryFolder.with { folder in
      let input = Drawn.hard.input
      for mode in [Conversion.Shaping.Alpha.pair, .mix] {
        let report = try convert(input, to: folder.appending("\(mode).mp4"), mode) {
          $0.timing.edits.loops = 3
        }
        #expect(report.frameCount == 24)
        #expect(report.outputs.allSatisfy { $0.frameCount == (mode == .mix ? 48 : 24) })
      }
      let still = try convert(
        .bytes(ConverterTests.animation(), name: "still.gif"), to: folder.appending("s.mp4"), .mix
      ) {
        $0.timing.edits.range = AnimationTimeline.FrameRange("0..<1")
        $0.timing.schedule = .constant(FrameRate(30))
      }
      #expect(still.outputs[0].frameCount.isMultiple(of: 2))
    }
  }

  @Test(arguments: [VideoCodec.hevc, .av1])
  func otherCodecsOfMP4CarryTheMixToo(codec: VideoCodec) throws {
    try TemporaryFolder.with { folder in
      let input = Drawn.hard.input
      let report = try convert(input, to: folder.appending("out.mp4"), .mix) {
        $0.video.codec = codec
        $0.video.crf = 10
      }
      let coded = try #require(report.outputs[0].planned.size)
      let source = try DecodedAlpha.source(report.plan, of: input)
      let all = try DecodedAlpha.gray(
        folder.appending("out.mp4"), coded: coded, size: source[0].size)
      #expect(all.count == 16)
      let grays = stride(from: 1, to: all.count, by: 2).map { all[$0] }
      #expect(DecodedAlpha.meanError(grays, source) <= 3)
    }
  }

  @Test func neitherFileAppearsWhenOneCannot() throws {
    let input = Drawn.hard.input
    for taken in ["out_alpha.mp4", "out_rgb.mp4"] {
      try TemporaryFolder.with { folder in
        try folder.write("mine", to: taken)
        let error = #expect(throws: ConversionError.self) {
          try convert(input, to: folder.appending("out.mp4"), .pair)
        }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.file == folder.appending(taken).string)
        #expect(folder.names == [taken])
        #expect(try folder.text(of: taken) == "mine")
      }
      // A folder with the output's name also prevents replacing.
      try TemporaryFolder.with { folder in
        try makeFolders(folder.appending(taken))
        #expect(throws: ConversionError.self) {
          try convert(input, to: folder.appending("out.mp4"), .pair) {
            $0.overwriting = .replace
          }
        }
        #expect(folder.names == [taken])
      }
    }
  }

  /// Another file takes the second name while both files wait for theirs.
  @Test func aNameThatIsTakenAtTheLastMomentKeepsBothFromAppearing() throws {
    try TemporaryFolder.with { folder in
      var conversion = Conversion(
        input: Drawn.hard.input,
        output: .file(folder.appending("out.mp4")))
      conversion.shaping.alpha = .pair
      #expect(throws: ConversionError.self) {
        try ConversionJob(
          conversion,
          willPublish: { staged in
            #expect(
              staged.map { $0.path.lastComponent!.string } == ["out_rgb.mp4", "out_alpha.mp4"])
            try folder.write("late", to: "out_alpha.mp4")
          }
        ).run()
      }
      #expect(folder.names == ["out_alpha.mp4"])
      let text = try folder.text(of: "out_alpha.mp4")
      #expect(text == "late")
    }
  }

  @Test func namesOfAPairKeepFolderExtensionAndBytes() {
    for (path, color, alpha) in [
      ("walk.mp4", "walk_rgb.mp4", "walk_alpha.mp4"),
      ("a.b/walk.m4v", "a.b/walk_rgb.m4v", "a.b/walk_alpha.m4v"),
      ("/x/walk", "/x/walk_rgb", "/x/walk_alpha"),
      ("a.b/c.d.mp4", "a.b/c.d_rgb.mp4", "a.b/c.d_alpha.mp4"),
      (".mp4", ".mp4_rgb", ".mp4_alpha"),
    ] {
      let pair = AlphaPair(of: FilePath(path))
      #expect(pair.files.map(\.string) == [color, alpha])
    }
    let odd = FilePath(platformString: [0x66, CChar(bitPattern: 0xFF), 0x2E, 0x6D, 0x34, 0x76, 0])
    let found = PathText.bytes(of: AlphaPair(of: odd).color)
    #expect(found == [0x66, 0xFF] + Array("_rgb.m4v".utf8))
  }
}

/// Check G2 on real files: every animated GIF, APNG and WebP of the corpus with transparency.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint))
struct SplitAlphaCorpusTests {
  /// Small animations with transparency.
  private static func files() throws -> [String] {
    var files: [String] = []
    for suffix in [".gif", ".png", ".apng", ".webp"] {
      for file in Corpus.files(suffix: suffix) {
        if file.hasPrefix("hostile") || file.hasPrefix("mutants") { continue }
        do {
          let source = try openSource(.path(Corpus.path(file)))
          guard [.gif, .apng, .webp].contains(source.info.kind), source.info.frames.count > 1,
            source.info.size.area * source.info.frames.count <= 600_000,
            try source.detectAlpha()
          else { continue }
          files.append(file)
        } catch is ReadingError {
          // Damaged on purpose, for the tests of readers.
        }
      }
    }
    return files
  }

  @Test(arguments: [Conversion.Shaping.Alpha.pair, .mix])
  func alphaOfRealAnimationsComesBack(mode: Conversion.Shaping.Alpha) throws {
    var checked = 0
    for file in try Self.files() {
      let input = AnimationInput.path(Corpus.path(file))
      try TemporaryFolder.with { folder in
        var conversion = Conversion(input: input, output: .file(folder.appending("o.mp4")))
        conversion.shaping.alpha = mode
        conversion.video.crf = 18
        conversion.timing.schedule = .constant(FrameRate(10))
        conversion.timing.maxOutputFrames = 400
        let report: Conversion.Report
        // All of them can be converted.
        do { report = try ConversionJob(conversion).run() } catch {
          Issue.record("\(file): \(error)")
          return
        }
        // Damaged files lack frames.
        guard report.warnings.isEmpty else { return }
        let pictures = try DecodedAlpha.source(report.plan, of: input)
        let coded = try #require(report.outputs[0].planned.size)
        let all = try DecodedAlpha.gray(
          folder.appending(mode == .pair ? "o_alpha.mp4" : "o.mp4"), coded: coded,
          size: pictures[0].size)
        let grays =
          mode == .pair ? all : stride(from: 1, to: all.count, by: 2).map { all[$0] }
        #expect(grays.count == pictures.count, "\(file)")
        let error = DecodedAlpha.meanError(grays, pictures)
        #expect(error <= 3, "\(file): \(error)")
        checked += 1
      }
    }
    #expect(checked >= 10, "\(checked) files")
  }
}
