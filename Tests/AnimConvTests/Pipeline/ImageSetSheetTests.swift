import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import OutputFiles
@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats
@testable import Writing

/// Imagesets with a sheet of frames as their image.
@Suite struct ImageSetSheetTests {
  /// Five frames of one colour each, in the form for SpritedAnimationView.
  private func write(_ size: PixelSize, to path: FilePath, twin: String? = nil) throws {
    let pictures = (0..<5).map { Array(repeating: PictureFiles.pixel($0), count: size.area) }
    _ = try ArraySource(pictures, size: size, delays: pictures.map { _ in .milliseconds(50) })
      .convert(.file(path)) {
        $0.playerAsset = .spritedAnimationView
        $0.imageSet.twin = twin
      }
  }

  private func open(
    _ path: FilePath, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> any FrameSource {
    var options = ReadingOptions()
    change(&options)
    return try openSource(.path(path), options: options)
  }

  private func expectFrames(
    _ source: any FrameSource, _ size: PixelSize, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(source.info.size == size, sourceLocation: sourceLocation)
    #expect(
      try remaining(source).map(PictureFiles.number) == [0, 1, 2, 3, 4],
      sourceLocation: sourceLocation)
  }

  @Test func aColumnOfSquaresIsReadAsItsFrames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("walk.imageset")
      try write(PixelSize(width: 8, height: 8), to: path)
      try expectFrames(open(path), PixelSize(width: 8, height: 8))
      try expectFrames(open(path.appending("Contents.json")), PixelSize(width: 8, height: 8))
      try expectFrames(
        open(path) { $0.folder.inputScale = ExactDecimal(3) }, PixelSize(width: 24, height: 24))
      let whole = try open(path) { $0.sheet.use = .never }
      #expect(whole.info.frames.count == 1)
      #expect(whole.info.size == PixelSize(width: 8, height: 40))
    }
  }

  /// B8.
  @Test func b8AScaleThatDoesNotFitIsReportedOfASheetToo() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("walk.imageset")
      try write(PixelSize(width: 8, height: 8), to: path)
      try folder.write(folder.bytes(of: "walk.imageset/walk.png"), to: "walk.imageset/walk@3x.png")
      for asksForCount in [false, true] {
        let source = try open(path) { if asksForCount { $0.sheet.grid.count = 5 } }
        try expectFrames(source, PixelSize(width: 8, height: 8))
        #expect(source.info.warnings.map(\.kind) == [.nonconforming])
        #expect(
          source.info.warnings.first?.detail.contains("8x40 as the picture for 3x") == true)
      }
    }
  }

  @Test func cellGridAndCountCutThePictureOfTheScale() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("walk.imageset")
      let size = PixelSize(width: 6, height: 10)
      try write(size, to: path)
      try expectFrames(open(path) { $0.sheet.grid.count = 5 }, size)
      try expectFrames(open(path) { $0.sheet.grid.cell = size }, size)
      try expectFrames(open(path) { $0.sheet.grid.grid = PixelSize(width: 1, height: 5) }, size)
      try expectFrames(
        open(path) {
          $0.sheet.grid.count = 5
          $0.folder.inputScale = ExactDecimal(2)
        }, PixelSize(width: 12, height: 20))
      // 6 x 50 is not a column of squares; the message names the options that cut it.
      let whole = try open(path)
      #expect(whole.info.frames.count == 1)
      #expect(whole.info.notes.contains { $0.text(.options).contains("--count N") })
      #expect(throws: AtlasError.self) { try open(path) { $0.sheet.use = .always } }
    }
  }

  /// The options for cutting apply to imagesets, too, and the suggested remedy works.
  @Test(
    arguments: [
      ["input-scale": "2"], ["cut": "off"], ["cut": "on"], ["cell": "8x8", "count": "5"],
      ["grid": "1x5", "input-scale": "3"],
    ])
  func optionsForSheetsActOnImagesets(settings: [String: String]) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("walk.imageset")
      try write(PixelSize(width: 8, height: 8), to: path)
      var conversion = Conversion(input: .path(path), output: .file(folder.appending("a.mp4")))
      var asked = ConversionSettings()
      for (name, value) in settings { try asked.set(name, to: value) }
      try asked.apply(to: &conversion)
      let report = try ConversionJob(conversion).run()
      #expect(report.frameCount == (settings["cut"] == "off" ? 1 : 5))
    }
  }

  @Test func aCatalogOfOneSheetIsItsFramesAndOneOfSeveralIsRefused() throws {
    try TemporaryFolder.with { folder in
      let size = PixelSize(width: 8, height: 8)
      try write(size, to: folder.appending("one.xcassets"))
      try expectFrames(open(folder.appending("one.xcassets")), size)
      try write(size, to: folder.appending("two.xcassets"), twin: "back")
      let error = #expect(throws: FrameFolderError.self) {
        try open(folder.appending("two.xcassets"))
      }
      #expect(error == .sheets(["back.imageset", "two.imageset"]))
      #expect(error?.kind == .usage)
      try expectFrames(open(folder.appending("two.xcassets/two.imageset")), size)
      let pictures = try open(folder.appending("two.xcassets")) { $0.sheet.use = .never }
      #expect(pictures.info.frames.count == 2)
    }
  }

  /// Tall frames, one per imageset, are not sheets.
  @Test func numberedImagesetsStayFrames() throws {
    try TemporaryFolder.with { folder in
      let size = PixelSize(width: 4, height: 8)
      let pictures = (0..<3).map { Array(repeating: PictureFiles.pixel($0), count: size.area) }
      _ = try ArraySource(pictures, size: size).convert(.file(folder.appending("f"))) {
        $0.kind = .frameFolder
        $0.frames.usesImageSets = true
      }
      let source = try open(folder.appending("f"))
      #expect(source.info.size == size)
      #expect(try remaining(source).map(PictureFiles.number) == [0, 1, 2])
    }
  }

  @Test func theSheetIsNotWrittenOver() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("walk.imageset")
      try write(PixelSize(width: 8, height: 8), to: path)
      let source = try #require(open(path) as? any FileReading)
      let status = try #require(
        FileStatus(of: path.appending("walk.png"), followingLinks: true))
      #expect(try source.reads(status))
    }
  }

  /// B7: the sheets of the corpus, at each of their scales.
  @Test(
    .enabled(if: Corpus.isAvailable, Corpus.hint),
    arguments: [
      ("mdc_sprite_arrow_back__menu", 31), ("mdc_sprite_menu__arrow_back", 31),
      ("SpritedAnimationView.xcassets/mdc_sprite_check__hide", 21),
    ])
  func b7TheSheetsOfTheCorpusAreFrames(name: String, count: Int) throws {
    for scale in 1...3 {
      let path = Corpus.path("mdc/\(name).imageset")
      let source = try open(path) { $0.folder.inputScale = ExactDecimal(Int64(scale)) }
      let side = 24 * scale
      #expect(source.info.size == PixelSize(width: side, height: side))
      #expect(source.info.frames.count == count)
      #expect(try remaining(source).count == source.info.frames.count)
    }
  }
}
