import AnimPlay
import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

/// Outputs for players of slides and columns, decoded by ffmpeg and split the way each player does.
@Suite struct SheetPlayerOutputTests {
  /// Frames in which every pixel differs, some of them transparent.
  private func frames(_ count: Int, _ size: PixelSize, opaque: Bool = false) -> [[UInt32]] {
    (0..<count).map { frame in
      (0..<size.area).map { index in
        if !opaque, (index + frame) % 5 == 0 { return 0 }
        let alpha: UInt32 = opaque ? 255 : UInt32((index * 7 + frame) % 255 + 1)
        return alpha << 24 | UInt32(truncatingIfNeeded: (index + frame * 977) &* 40_503 & 0xFFFFFF)
      }
    }
  }

  private func convert(
    _ pictures: [[UInt32]], _ size: PixelSize, milliseconds: [Int64]? = nil, to path: FilePath,
    _ player: PlayerAsset, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    let delays = milliseconds ?? Array(repeating: 40, count: pictures.count)
    return try ArraySource(
      pictures, size: size, delays: delays.map { .milliseconds($0) }, plays: plays
    ).convert(.file(path)) {
      $0.playerAsset = player
      $0.timing.delays = .verbatim(zeroDelay: .milliseconds(100))
      change(&$0)
    }
  }

  /// A PNG's size from its header.
  private func size(of path: FilePath) throws -> PixelSize {
    let bytes = try TemporaryFolder.bytes(of: path)
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return PixelSize(width: number(16), height: number(20))
  }

  private func decoded(_ path: FilePath) throws -> DrawnSheet {
    try DrawnSheet(decoding: path.string, size(of: path))
  }

  // MARK: flip-book

  /// A1, A2 and A3.
  @Test func a1a2a3ThePlayerFindsEveryFrameOnSlidesOfAtMost1024() throws {
    let frame = PixelSize(width: 96, height: 66)
    for (count, slides) in [
      (50, [PixelSize(width: 960, height: 330)]),
      (151, [PixelSize(width: 960, height: 990), PixelSize(width: 960, height: 66)]),
    ] {
      try TemporaryFolder.with { folder in
        let pictures = frames(count, frame)
        let report = try convert(pictures, frame, to: folder.appending("walk.png"), .flipBook)
        let names = slides.count == 1 ? ["walk.png"] : slides.indices.map { "walk-\($0).png" }
        #expect(folder.names == (names + ["walk.json"]).sorted())
        #expect(report.plan.outputs.map(\.output.name).last?.hasSuffix("walk.json") == true)
        let pages = try names.map { try decoded(folder.appending($0)) }
        #expect(pages.map { PixelSize(width: $0.width, height: $0.height) } == slides)
        let perSlide = (slides[0].width / 96) * (slides[0].height / 66)
        for index in 0..<count {
          let page = pages[index / perSlide]
          let columns = page.width / frame.width
          let cell = index % perSlide
          let found = page.cut(cell % columns * 96, cell / columns * 66, 96, 66)
          #expect(found == pictures[index], "frame \(index)")
        }
      }
    }
  }

  /// A4.
  @Test func a4TheSidecarBringsBackFramesAndTimes() throws {
    let size = PixelSize(width: 12, height: 9)
    let pictures = frames(5, size)
    let times: [Int64] = [80, 40, 200, 40, 120]
    try TemporaryFolder.with { folder in
      _ = try convert(
        pictures, size, milliseconds: times, to: folder.appending("walk.png"), .flipBook)
      let source = try openSource(.path(folder.appending("walk.json")))
      #expect(source.info.frames.map(\.delay.time) == times.map { .milliseconds($0) })
      #expect(try source.allPixels() == pictures)
    }
  }

  @Test func thePlaysOfAFlipBookAreKept() throws {
    let size = PixelSize(width: 12, height: 9)
    try TemporaryFolder.with { folder in
      let report = try convert(
        frames(3, size), size, to: folder.appending("walk.png"), .flipBook, plays: .plays(4))
      #expect(report.plan.code?.contains("min(tick, 4 * slots.count - 1)") == true)
      let source = try openSource(.path(folder.appending("walk.json")))
      #expect(source.info.plays == .plays(4))
    }
  }

  /// A5.
  @Test func a5SlotsFollowTheTrueTimes() throws {
    let size = PixelSize(width: 4, height: 4)
    for times in [[30, 50, 70], [10, 10, 10, 10, 95], [40, 41, 39, 400], [7, 1]] as [[Int64]] {
      try TemporaryFolder.with { folder in
        let report = try convert(
          frames(times.count, size), size, milliseconds: times,
          to: folder.appending("walk.png"), .flipBook)
        let asset = try #require(report.plan.asset as? FlipBookAsset)
        let total = times.reduce(0, +)
        let slots = Int64(asset.slots.count)
        #expect(slots == max(1, (total + 20) / 40))
        if total > 20 { #expect(abs(slots * 40 - total) <= 20) }
        let shown = Set(report.plan.sourceIndices)
        for (frame, time) in times.enumerated() where time >= 40 { #expect(shown.contains(frame)) }
      }
    }
  }

  /// A6.
  @Test func a6AFrameThatFitsOnNoSlideIsRefusedWithTheLimit() throws {
    let size = PixelSize(width: 1025, height: 2)
    try TemporaryFolder.with { folder in
      let error = #expect(throws: ConversionError.self) {
        try convert(frames(1, size), size, to: folder.appending("walk.png"), .flipBook)
      }
      #expect(error?.kind.exitCode == 64)
      #expect(error?.reason.description.contains("1024x1024") == true)
      #expect(folder.names == [])
    }
  }

  /// A7.
  @Test func a7FramesInMemoryDoNotGrowWithTheirNumber() throws {
    for count in [100, 2_000] {
      let source = SyntheticSource(
        size: PixelSize(width: 16, height: 12), centiseconds: Array(repeating: 4, count: count))
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .path("synthetic"), output: .file(folder.appending("walk.png")))
        conversion.playerAsset = .flipBook
        _ = try ConversionJob(conversion, open: { _, _ in source }).run()
        #expect(source.pool.peakLive <= 4)
      }
    }
  }

  // MARK: SpritedAnimationView

  /// B1, B3 and B4.
  @Test func b1b3b4ColumnsHoldEachFrameScaledByItself() throws {
    let size = PixelSize(width: 6, height: 6)
    // Alternating black and white: if a row bled over an edge, it would be grey.
    let pictures = (0..<7).map { frame in
      [UInt32](repeating: frame % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF, count: size.area)
    }
    for (pictures, isPattern) in [(pictures, false), (frames(7, size), true)] {
      try TemporaryFolder.with { folder in
        let output = folder.appending("walk.imageset")
        _ = try convert(pictures, size, to: output, .spritedAnimationView)
        #expect(
          FolderContents.names(output)
            == [".animconv", "Contents.json", "walk.png", "walk@2x.png", "walk@3x.png"])
        for scale in 1...3 {
          let sheet = try decoded(output.appending(scale == 1 ? "walk.png" : "walk@\(scale)x.png"))
          #expect(sheet.width == scale * 6 && sheet.height == 7 * scale * 6)
          for (index, picture) in pictures.enumerated() {
            let found = sheet.cut(0, index * scale * 6, scale * 6, scale * 6)
            // Whole factors repeat pixels.
            let expected = (0..<scale * 6 * scale * 6).map { at in
              picture[at / (scale * 6) / scale * 6 + at % (scale * 6) / scale]
            }
            #expect(found == expected, "frame \(index) at \(scale)x, pattern \(isPattern)")
          }
        }
        let contents = try JSONSerialization.jsonObject(
          with: Data(TemporaryFolder.bytes(of: output.appending("Contents.json"))))
        let images = try #require(
          (contents as? [String: Any])?["images"] as? [[String: String]])
        #expect(images.map { $0["scale"] } == ["1x", "2x", "3x"])
        #expect(images.allSatisfy { $0["idiom"] == "universal" })
        #expect(images.map { $0["filename"] } == ["walk.png", "walk@2x.png", "walk@3x.png"])
      }
    }
  }

  /// B2.
  @Test func b2CountsFramesThatAreNotSquare() throws {
    try TemporaryFolder.with { folder in
      for (height, isSquare) in [(6, true), (5, false)] {
        let size = PixelSize(width: 6, height: height)
        let report = try convert(
          frames(4, size), size, to: folder.appending("s\(height).imageset"),
          .spritedAnimationView)
        let code = try #require(report.plan.asset).code
        #expect(code.contains("numberOfFrames:4") == !isSquare)
        #expect(
          report.plan.notes.contains { $0.description.contains("cannot swap the sheet") }
            == !isSquare)
        let sheet = try self.size(of: folder.appending("s\(height).imageset/s\(height).png"))
        #expect(sheet.height == 4 * height && (!isSquare || sheet.height / sheet.width == 4))
      }
    }
  }

  /// B5.
  @Test func b5RatesAreWholeOrRefused() throws {
    let size = PixelSize(width: 4, height: 4)
    let times: [Int64] = Array(repeating: 140, count: 6)
    try TemporaryFolder.with { folder in
      let exact = try convert(
        frames(2, size), size, milliseconds: [40, 100],
        to: folder.appending("a.imageset"), .spritedAnimationView)
      #expect((exact.plan.asset as? SpritedAnimationAsset)?.framesPerSecond == 50)
      #expect(exact.total == .milliseconds(140))
      #expect(exact.frameCount == 7)
      let error = #expect(throws: ConversionError.self) {
        try convert(
          frames(6, size), size, milliseconds: times, to: folder.appending("b.imageset"),
          .spritedAnimationView)
      }
      #expect(
        error?.reason.description.contains("a whole number of frames per second, not 50/7") == true)
      #expect(error?.remedy?.text(.options).contains("fps=50") == true)
      let sixty = try convert(
        frames(6, size), size, milliseconds: times, to: folder.appending("c.imageset"),
        .spritedAnimationView
      ) { $0.timing.schedule = .constant(FrameRate(60)) }
      let slots = Int64(sixty.frameCount)
      #expect(abs(slots * 1000 - 840 * 60) <= 1000)
      #expect(folder.names == ["a.imageset", "c.imageset"])
    }
  }

  /// B6.
  @Test func b6TemplatesAreGrayZeroWithAlpha() throws {
    let size = PixelSize(width: 5, height: 5)
    let pictures = frames(3, size)
    try TemporaryFolder.with { folder in
      let output = folder.appending("walk.imageset")
      _ = try convert(pictures, size, to: output, .spritedAnimationView) {
        $0.shaping.alpha = .template
      }
      for name in ["walk.png", "walk@2x.png"] {
        // 8 bits, colour type 4.
        let bytes = try TemporaryFolder.bytes(of: output.appending(name))
        #expect(bytes[24] == 8 && bytes[25] == 4)
      }
      let sheet = try decoded(output.appending("walk.png"))
      #expect(sheet.pixels == pictures.joined().map { $0 & 0xFF00_0000 })
      let contents = String(
        decoding: try TemporaryFolder.bytes(of: output.appending("Contents.json")),
        as: UTF8.self)
      #expect(contents.contains("\"template-rendering-intent\": \"template\""))

      let opaque = try convert(
        frames(3, size, opaque: true), size, to: folder.appending("o.imageset"),
        .spritedAnimationView
      ) { $0.shaping.alpha = .template }
      #expect(opaque.plan.notes.contains { $0.description.contains("filled rectangle") })
      _ = try convert(
        frames(3, size, opaque: true), size, to: folder.appending("c.imageset"),
        .spritedAnimationView)
      // Colours have alpha, even if every pixel is opaque.
      #expect(try TemporaryFolder.bytes(of: folder.appending("c.imageset/c.png"))[25] == 6)
    }
  }

  /// B7.
  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func b7TheOriginalSheetsAreWrittenAgainPixelByPixel() throws {
    let names = ["arrow_back__menu", "menu__arrow_back"].flatMap { name in
      ["", "_2x", "_3x"].map { "mdc/mdc_sprite_\(name).imageset/goo_sprite_\(name)\($0).png" }
    }
    try TemporaryFolder.with { folder in
      for (index, name) in names.enumerated() {
        let output = folder.appending("\(index).imageset")
        var conversion = Conversion(input: .path(Corpus.path(name)), output: .file(output))
        conversion.reading.sheet.use = .always
        conversion.reading.frameRate = FrameRate(60)
        conversion.sheet.scales = [1]
        conversion.playerAsset = .spritedAnimationView
        let report = try ConversionJob(conversion).run()
        #expect(report.frameCount == 31)
        let side = 24 * (index % 3 + 1)
        #expect(report.plan.shaping.output == PixelSize(width: side, height: side))
        let original = try decoded(Corpus.path(name))
        let again = try decoded(output.appending("\(index).png"))
        #expect(original.height == 31 * side && original.pixels == again.pixels, "\(name)")
      }
      // All three scales at once, from the largest.
      let output = folder.appending("all.imageset")
      var conversion = Conversion(
        input: .path(Corpus.path(names[2])), output: .file(output))
      conversion.reading.sheet.use = .always
      conversion.reading.frameRate = FrameRate(60)
      conversion.shaping.scale = .size(PixelSize(width: 24, height: 24))
      conversion.playerAsset = .spritedAnimationView
      _ = try ConversionJob(conversion).run()
      #expect(
        try decoded(output.appending("all@3x.png")).pixels
          == decoded(Corpus.path(names[2])).pixels)
    }
  }

  /// B9.
  @Test func b9TheTwinPlaysBackward() throws {
    let size = PixelSize(width: 5, height: 5)
    let pictures = frames(9, size)
    try TemporaryFolder.with { folder in
      let output = folder.appending("Views.xcassets")
      let report = try convert(
        pictures, size, to: output, .spritedAnimationView, plays: .plays(1)
      ) {
        $0.imageSet.name = "list__grid"
        $0.imageSet.twin = "grid__list"
      }
      #expect(
        FolderContents.names(output)
          == [".animconv", "Contents.json", "grid__list.imageset", "list__grid.imageset"])
      for scale in ["", "@2x", "@3x"] {
        let there = try decoded(output.appending("list__grid.imageset/list__grid\(scale).png"))
        let back = try decoded(output.appending("grid__list.imageset/grid__list\(scale).png"))
        let side = there.width
        #expect(back.width == side && back.height == there.height)
        for index in 0..<9 {
          #expect(
            there.cut(0, index * side, side, side) == back.cut(0, (8 - index) * side, side, side))
        }
      }
      let code = try #require(report.plan.asset).code
      #expect(code.contains("imageNamed:@\"grid__list\""))
      // Written files may be replaced; files added by a user may not.
      _ = try convert(pictures, size, to: output, .spritedAnimationView) {
        $0.overwriting = .replace
        $0.imageSet.name = "only"
      }
      #expect(
        FolderContents.names(output) == [".animconv", "Contents.json", "only.imageset"])
      try folder.write("mine", to: "Views.xcassets/only.imageset/mine.txt")
      #expect(throws: ConversionError.self) {
        try convert(pictures, size, to: output, .spritedAnimationView) {
          $0.overwriting = .replace
        }
      }
      #expect(FolderContents.names(output.appending("only.imageset")).contains("mine.txt"))
      #expect(folder.names == ["Views.xcassets"])
    }
  }

  @Test func whatAPlayerCannotPlayIsRefusedBeforeAnythingIsWritten() throws {
    let size = PixelSize(width: 4, height: 4)
    let cases: [(PlayerAsset, String, (inout Conversion) -> Void)] = [
      (.flipBook, "--layout", { $0.sheet.layout = .column }),
      (.flipBook, "--max-size", { $0.sheet.maxSize = 4096 }),
      (.flipBook, "--padding", { $0.sheet.padding = 1 }),
      (.flipBook, "--schedule", { $0.timing.schedule = .variable }),
      (.flipBook, "--data", { $0.sheet.data = [.css] }),
      (.flipBook, "--scales", { $0.sheet.scales = [1, 2] }),
      (.spritedAnimationView, "--layout", { $0.sheet.layout = .grid }),
      (.spritedAnimationView, "--merge-duplicates", { $0.sheet.mergesDuplicates = true }),
      (.spritedAnimationView, "--scales", { $0.sheet.scales = [1, 4] }),
      (.spritedAnimationView, "--twin", { $0.imageSet.twin = "back" }),
      (.spritedAnimationView, "--name", { $0.imageSet.name = "other" }),
      (.tripleBuffer, "--start", { $0.frames.start = 0 }),
      (.tripleBuffer, "--name", { $0.frames.name = "f" }),
      (.tripleBuffer, "--frame-format", { $0.frames.format = .jpeg }),
      (.tripleBuffer, "--schedule", { $0.timing.schedule = .constant(FrameRate(25)) }),
      (.animationView, "--duplicates", { $0.frames.repeats = .list }),
      (.animationView, "--scales", { $0.frames.scales = [1, 2, 3] }),
      (.animatedImage, "--pad", { $0.frames.pad = 2 }),
      (.androidDrawable, "--imagesets", { $0.frames.usesImageSets = true }),
    ]
    for (player, option, change) in cases {
      try TemporaryFolder.with { folder in
        let name =
          switch player.outputKind {
          case .sheet: "walk.png"
          case .imageSet: "walk.imageset"
          default: "walk"
          }
        let error = #expect(throws: ConversionError.self, "\(player) \(option)") {
          try convert(frames(2, size), size, to: folder.appending(name), player, change)
        }
        #expect(error?.kind == .usage)
        #expect(
          error?.reason.text(.options).contains(option) == true, "\(error?.description ?? "")")
        #expect(error?.reason.text(.options).contains("--for \(player.rawValue)") == true)
        #expect(folder.names == [])
      }
    }
  }
}

/// The names in a folder.
enum FolderContents {
  static func names(_ path: FilePath) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []).sorted()
  }
}
