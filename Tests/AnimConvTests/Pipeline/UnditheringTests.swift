import Foundation
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// Conversions that remove dither, judged by `ffmpeg ssim` against the image before dithering.
@Suite struct UnditheringTests {
  /// Slow waves of colour in 6 frames of 128 x 96.
  private static let waves =
    "color=size=128x96:rate=10,format=gbrp,"
    + "geq=r='128+100*sin(X/50+N/9)':g='120+90*cos(Y/40-N/7)':b='140+90*sin((X+Y)/60)'"

  /// Makes the frames without a loss, and a GIF from them.
  private func make(
    _ dither: String, palette: String = "palettegen", in folder: TemporaryFolder
  ) throws -> (original: FilePath, gif: FilePath) {
    let original = folder.appending("original.mkv")
    let gif = folder.appending("dithered.gif")
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", Self.waves, "-frames:v", "6", "-c:v",
      "ffv1", original.string)
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-i", original.string, "-filter_complex",
      "split[a][b];[a]\(palette)[p];[b][p]paletteuse=\(dither)", gif.string)
    return (original, gif)
  }

  private func convert(
    _ gif: FilePath, to output: FilePath, _ undithering: Conversion.Undithering,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(gif), output: .file(output))
    conversion.undithering = undithering
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  private func bytes(of file: FilePath) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file.string))
  }

  /// Of all planes, as `ffmpeg` reports it.
  private func similarity(_ output: FilePath, _ original: FilePath) throws -> Double {
    let file = output.removingLastComponent().appending("ssim.txt")
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-i", output.string, "-i", original.string, "-lavfi",
      "[0]format=yuv444p[a];[1]format=yuv444p[b];[a][b]ssim=stats_file=\(file)", "-f", "null", "-")
    let lines = try String(contentsOfFile: file.string, encoding: .utf8).split(separator: "\n")
    let values = lines.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("All:") }.flatMap { Double($0.dropFirst(4)) }
    }
    #expect(values.count == 6)
    return values.reduce(0, +) / Double(values.count)
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let dither: String
    var palette = "palettegen"
    /// The largest number of bytes relative to the output with dither.
    let bytes: Double
    let name: String
    var testDescription: String { "\(dither), \(palette)" }
  }

  @Test(arguments: [
    Kind(dither: "bayer:bayer_scale=1", bytes: 0.5, name: "ordered dither"),
    Kind(dither: "bayer:bayer_scale=2", bytes: 0.6, name: "ordered dither"),
    Kind(
      dither: "floyd_steinberg", palette: "palettegen=max_colors=64", bytes: 0.5,
      name: "error diffusion"),
    Kind(
      dither: "sierra2_4a", palette: "palettegen=max_colors=64", bytes: 0.5,
      name: "error diffusion"),
    // Each frame has its own colours.
    Kind(
      dither: "floyd_steinberg:new=1", palette: "palettegen=stats_mode=single:max_colors=48",
      bytes: 0.5, name: "error diffusion"),
  ])
  func aDitheredGIFBecomesALikerAndSmallerVideo(kind: Kind) throws {
    try TemporaryFolder.with { folder in
      let (original, gif) = try make(kind.dither, palette: kind.palette, in: folder)
      let (plain, clean) = (folder.appending("plain.mp4"), folder.appending("clean.mp4"))
      let kept = try convert(gif, to: plain, .off)
      let taken = try convert(gif, to: clean, .auto)
      let (before, after) = (try similarity(plain, original), try similarity(clean, original))
      #expect(after >= 0.95)
      #expect(after > before)
      let share = Double(taken.outputs[0].byteCount) / Double(kept.outputs[0].byteCount)
      #expect(share <= kind.bytes)

      #expect(kept.plan.shaping.dither == nil)
      let note = "takes it out, which"
      let told = kept.notes.map { $0.text(.options) }
      #expect(told.contains { $0.contains(kind.name) && $0.contains("--undither auto \(note)") })
      #expect(!taken.notes.contains { $0.text(.options).contains(note) })
      #expect(
        taken.plan.notes.contains {
          $0.text(.options).hasSuffix("\(kind.name) is taken out; --undither off keeps it")
        })
    }
  }

  @Test func keepsUnditheredFramesWithoutANote() throws {
    try TemporaryFolder.with { folder in
      let (_, gif) = try make("none", in: folder)
      let (plain, clean) = (folder.appending("plain.mp4"), folder.appending("clean.mp4"))
      let kept = try convert(gif, to: plain, .off)
      let taken = try convert(gif, to: clean, .auto)
      #expect(taken.plan.shaping.dither == nil)
      #expect(try bytes(of: plain) == bytes(of: clean))
      for note in kept.notes + kept.plan.notes + taken.notes + taken.plan.notes {
        #expect(!note.text(.options).contains("dither"), "\(note)")
      }
    }
  }

  /// Every written frame is undithered, for any number of threads and any scale.
  @Test func theSameBytesComeOutEveryTime() throws {
    try TemporaryFolder.with { folder in
      let (_, gif) = try make("bayer:bayer_scale=1", in: folder)
      var outputs: Set<Data> = []
      for threads in [1, 4] {
        let output = folder.appending("\(threads).webp")
        _ = try convert(gif, to: output, .auto) {
          $0.video.threads = threads
          $0.shaping.scale = .factor(numerator: 1, denominator: 2)
        }
        outputs.insert(try bytes(of: output))
      }
      #expect(outputs.count == 1)
    }
  }

  /// Outputs that keep every pixel are not undithered.
  @Test(arguments: ["mp4", "webp", "avif", "gif", "png", "frames/"])
  func exactOutputsKeepTheirDither(name: String) throws {
    try TemporaryFolder.with { folder in
      let (_, gif) = try make("bayer:bayer_scale=1", in: folder)
      for undithering in [Conversion.Undithering.auto, .on] {
        var conversion = Conversion(
          input: .path(gif), output: .file(folder.appending("out.\(name)")))
        if name == "frames/" {
          conversion.output = .file(folder.appending("frames"))
          conversion.kind = OutputKind("frames")
        }
        conversion.undithering = undithering
        conversion.video.isLossless = true
        conversion.image.isLossless = true
        let plan = try ConversionJob(conversion).plan()
        #expect(plan.shaping.dither == nil)
      }
    }
  }

  @Test func whatIsAskedForByNameMustBeAbleToActOnTheOutput() throws {
    var settings = ConversionSettings()
    try settings.set("undither", to: "on")
    #expect(throws: SettingError.self) {
      try settings.checkScope(outputs: [try #require(OutputKind("gif"))])
    }
    try settings.set("lossless", to: "true")
    #expect(throws: SettingError.excludeEachOther(.lossless, .undither)) {
      try settings.checkCombination()
    }
    try settings.set("undither", to: "auto")
    try settings.checkCombination()
  }

  /// Small pictures with few colours count as pixel art unless the user overrides it.
  @Test func pixelArtIsOnlyTouchedWhenThatIsAskedFor() throws {
    try TemporaryFolder.with { folder in
      let (_, gif) = try make(
        "bayer:bayer_scale=1", palette: "palettegen=max_colors=12", in: folder)
      func plan(_ undithering: Conversion.Undithering) throws -> Conversion.Plan {
        var conversion = Conversion(
          input: .path(gif), output: .file(folder.appending("out.mp4")))
        conversion.undithering = undithering
        return try ConversionJob(conversion).plan()
      }
      #expect(try plan(.auto).shaping.dither == nil)
      #expect(try plan(.on).shaping.dither != nil)
    }
  }

  @Test func whereNothingLooksLikeDitherItIsSaidThatNothingChanges() throws {
    var gif = GIFBuilder(32, 32)
    gif.frame(.init(w: 32, h: 32, fill: 1, delay: 10))
    gif.frame(.init(w: 32, h: 32, fill: 2, delay: 10))
    gif.end()
    var conversion = Conversion(input: .bytes(gif.bytes, name: "a.gif"), output: "a.mp4")
    conversion.undithering = .on
    let notes = try ConversionJob(conversion).plan().notes.map { $0.text(.options) }
    #expect(notes.contains("no pixel looks like dither, so --undither changes nothing"))
  }

  @Test func omitsTheNoteWhenDitherIsKeptOnRequest() throws {
    try TemporaryFolder.with { folder in
      let (_, gif) = try make("bayer:bayer_scale=1", in: folder)
      let report = try convert(gif, to: folder.appending("a.mp4"), .off) { conversion in
        var settings = ConversionSettings()
        try? settings.set("undither", to: "off")
        try? settings.apply(to: &conversion)
      }
      #expect(!report.notes.contains { $0.text(.options).contains("dither") })
    }
  }

  /// Two files are visibly dithered; no dither is found in the first frames of all others.
  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func whatIsNotDitheredInTheCorpusIsNotTouched() throws {
    let dithered: Set = [
      "avanimator/Beaker.gif", "image-gif/tests/samples/interlaced.gif",
    ]
    var seen = 0
    for name in Corpus.files(suffix: ".gif") where !name.hasPrefix("mutants/") {
      var conversion = Conversion(input: .path(Corpus.path(name)), output: "out.webp")
      conversion.undithering = .auto
      conversion.timing.edits.range = .frames(from: 0, to: 1)
      // Broken and hostile files are tested elsewhere.
      guard let plan = try? ConversionJob(conversion).plan() else { continue }
      seen += 1
      #expect((plan.shaping.dither != nil) == dithered.contains(name), "\(name)")
    }
    #expect(seen > 40)
  }

  @Test func presetsForWebPagesTakeDitherOut() throws {
    for (name, wanted) in [
      ("web-hero", Conversion.Undithering.auto), ("web-avif", .auto), ("web-webp", .auto),
      ("web-pixel-art", .off), ("archive-lossless", .off),
    ] {
      let preset = try Preset.Library().preset(named: name)
      for output in preset.outputs where output.kind?.takes(.undithering) == true {
        var conversion = Conversion(input: "a.gif", output: "b")
        try output.settings.apply(to: &conversion)
        #expect(conversion.undithering == wanted, "\(name)")
      }
    }
  }
}
