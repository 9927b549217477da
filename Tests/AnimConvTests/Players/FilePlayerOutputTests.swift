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
@testable import Writing

/// Outputs for players of numbered files, read the way each player does.
@Suite struct FilePlayerOutputTests {
  static let size = PixelSize(width: 9, height: 7)

  private func pictures(_ count: Int) -> [[UInt32]] {
    (0..<count).map { frame in
      (0..<Self.size.area).map { index in
        0xFF00_0000 | UInt32(truncatingIfNeeded: (index + frame * 131) &* 40_503 & 0xFFFFFF)
      }
    }
  }

  private func convert(
    milliseconds: [Int64], to path: FilePath, _ player: PlayerAsset, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    try ArraySource(
      pictures(milliseconds.count), size: Self.size,
      delays: milliseconds.map { .milliseconds($0) }, plays: plays
    ).convert(.file(path)) {
      $0.playerAsset = player
      $0.timing.delays = .verbatim(zeroDelay: .milliseconds(100))
      change(&$0)
    }
  }

  private func pngs(_ path: FilePath) -> [String] {
    NaturalOrder.sorted(FolderContents.names(path).filter { $0.hasSuffix(".png") })
  }

  private func pixels(_ path: FilePath) throws -> [UInt32] {
    try #require(try openSource(.path(path)).allPixels().first)
  }

  /// C2 and C5.
  @Test func c2c5TheTripleBufferCountsFromOneAtItsRate() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: Array(repeating: 80, count: 12), to: folder.appending("walk"),
        .tripleBuffer)
      let folderPath = folder.appending("walk")
      #expect(pngs(folderPath) == (1...12).map { "\($0).png" })
      for (index, picture) in pictures(12).enumerated() {
        #expect(try pixels(folderPath.appending("\(index + 1).png")) == picture)
      }
      let source = try openSource(.path(folderPath))
      #expect(source.info.frames.allSatisfy { $0.delay.time == .milliseconds(80) })
      #expect(try #require(report.plan.asset).code.contains("withTimeInterval: 0.08"))

      // The folder is converted to itself.
      var again = Conversion(input: .path(folderPath), output: .file(folder.appending("again")))
      again.playerAsset = .tripleBuffer
      _ = try ConversionJob(again).run()
      for name in pngs(folderPath) {
        #expect(
          try TemporaryFolder.bytes(of: folderPath.appending(name))
            == TemporaryFolder.bytes(of: folder.appending("again").appending(name)))
      }
    }
  }

  /// C1.
  @Test func c1SixtyPicturesAre480SecondsOfVideoFromTheFirstOn() throws {
    try TemporaryFolder.with { folder in
      _ = try convert(
        milliseconds: Array(repeating: 80, count: 60), to: folder.appending("walk"),
        .tripleBuffer)
      let video = folder.appending("walk.mp4")
      var conversion = Conversion(input: .path(folder.appending("walk")), output: .file(video))
      conversion.video.isLossless = true
      let report = try ConversionJob(conversion).run()
      #expect(report.total == .milliseconds(4800))
      #expect(report.frameCount == 60)
      #expect(report.plan.timeline.start(of: 0) == 0)
      #expect(Array(report.plan.sourceIndices) == Array(0..<60))
    }
  }

  /// D1 and D2.
  @Test func d1d2NumbersHaveNoGapAndTheRangeHasItsEnd() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: Array(repeating: 50, count: 80), to: folder.appending("a"),
        .animationView
      ) { $0.frames.pad = 2 }
      let expected = (0..<80).map { "animationFrame\($0 < 10 ? "0" : "")\($0).png" }
      #expect(pngs(folder.appending("a")) == expected)
      let code = try #require(report.plan.asset).code
      #expect(code.contains("NSMakeRange(0, 80)") && code.contains("fps:20"))
      #expect(code.contains("numberPadding:2") && code.contains("repeat:INT_MAX"))

      let from1 = try convert(
        milliseconds: Array(repeating: 50, count: 30), to: folder.appending("b"),
        .animationView
      ) { $0.frames.start = 1 }
      #expect(try #require(from1.plan.asset).code.contains("NSMakeRange(1, 31)"))

      // Numbers that need more than two digits: wider names by default, an error if two digits were
      // requested.
      let wide = try convert(
        milliseconds: Array(repeating: 50, count: 101), to: folder.appending("c"),
        .animationView)
      #expect(try #require(wide.plan.asset).code.contains("numberPadding:3"))
      #expect(Set(pngs(folder.appending("c")).map(\.utf8.count)).count == 1)
      let error = #expect(throws: ConversionError.self) {
        try convert(
          milliseconds: Array(repeating: 50, count: 101), to: folder.appending("d"),
          .animationView
        ) { $0.frames.pad = 2 }
      }
      #expect(error?.remedy?.text(.options) == "use --pad 3")
      #expect(folder.names == ["a", "b", "c"])
    }
  }

  /// D3.
  @Test func d3TwinsAreTwiceAsLargeExactly() throws {
    try TemporaryFolder.with { folder in
      _ = try convert(
        milliseconds: [50, 50, 50], to: folder.appending("a"), .animationView
      ) { $0.frames.scales = [1, 2] }
      let path = folder.appending("a")
      #expect(pngs(path).count == 6)
      for (index, picture) in pictures(3).enumerated() {
        let twin = path.appending("animationFrame\(index)@2x.png")
        let sheet = try DrawnSheet(
          decoding: twin.string, Self.size.scaled(by: 2))
        let expected = (0..<sheet.pixels.count).map { at -> UInt32 in
          let (x, y) = (at % 18, at / 18)
          return picture[y / 2 * 9 + x / 2]
        }
        #expect(sheet.pixels == expected)
      }
      // Scaled twins are not frames.
      let source = try openSource(.path(path))
      #expect(source.info.frames.count == 3 && source.info.size == Self.size)
    }
  }

  /// D4 and D7.
  @Test func d4d7RepeatedSlotsAreTheSameBytesAndTheTotalIsExact() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: [700, 180, 220, 60], to: folder.appending("a"), .animationView)
      let asset = try #require(report.plan.asset as? AnimationViewAsset)
      #expect(asset.framesPerSecond == 50)
      #expect(report.total == .milliseconds(1160))
      #expect(Int64(report.frameCount) * 1000 == 1160 * asset.framesPerSecond)
      #expect(report.plan.notes.contains { $0.description.contains("60 Hz") })
      let names = pngs(folder.appending("a"))
      #expect(names.count == report.frameCount)
      let contents = try names.map {
        try TemporaryFolder.bytes(of: folder.appending("a").appending($0))
      }
      let sources = Array(report.plan.sourceIndices)
      for index in 1..<names.count {
        #expect((contents[index] == contents[index - 1]) == (sources[index] == sources[index - 1]))
      }
      let error = #expect(throws: ConversionError.self) {
        try convert(
          milliseconds: Array(repeating: 140, count: 6), to: folder.appending("b"),
          .animationView)
      }
      #expect(error?.reason.description.contains("not 50/7") == true)
      let quiet = try convert(
        milliseconds: [50, 100], to: folder.appending("c"), .animationView)
      #expect(!quiet.plan.notes.contains { $0.description.contains("60 Hz") })
    }
  }

  /// D6.
  @Test(.enabled(if: Corpus.isAvailable, "set ANIMCONV_CORPUS"))
  func d6RockIs92FilesAndComesBackWithItsTime() throws {
    try TemporaryFolder.with { folder in
      let rock = try #require(Corpus.files(under: "flanimatedimage", suffix: "rock.gif").first)
      var conversion = Conversion(
        input: .path(Corpus.path(rock)), output: .file(folder.appending("rock")))
      conversion.playerAsset = .animationView
      let report = try ConversionJob(conversion).run()
      #expect((report.plan.asset as? AnimationViewAsset)?.framesPerSecond == 20)
      #expect(pngs(folder.appending("rock")).count == 92)
      var video = Conversion(
        input: .path(folder.appending("rock")), output: .file(folder.appending("rock.mp4")))
      video.shaping.scale = .width(64)
      #expect(try ConversionJob(video).run().total == .milliseconds(4600))
    }
  }

  /// F1, F2 and F3.
  @Test func f1f2f3SlotsAreCountedOutFromZero() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: [1000, 2000, 1000, 3000, 1000], to: folder.appending("a"),
        .animatedImage)
      #expect(report.frameCount == 8)
      #expect(Array(report.plan.sourceIndices) == [0, 1, 1, 2, 3, 3, 3, 4])
      #expect(
        FolderContents.names(folder.appending("a"))
          == ([".animconv", "image.json", "timing.json"] + (0..<8).map { "image\($0).png" })
          .sorted())
      #expect(try #require(report.plan.asset).code.contains("duration: 8)"))

      // UIKit searches for 1,025 files at most.
      let most = try convert(
        milliseconds: [1024, 1], to: folder.appending("b"), .animatedImage)
      #expect(most.frameCount == 1025)
      #expect(pngs(folder.appending("b")).last == "image1024.png")
      let error = #expect(throws: ConversionError.self) {
        try convert(milliseconds: [1025, 1], to: folder.appending("c"), .animatedImage)
      }
      #expect(error?.reason.description.contains("1025") == true)
      #expect(folder.names == ["a", "b"])
    }
  }

  /// F5.
  @Test func f5SlotsBecomeTheFirstFramesAndDelaysAgain() throws {
    let times: [Int64] = [70, 180, 20, 500, 90]
    try TemporaryFolder.with { folder in
      _ = try convert(milliseconds: times, to: folder.appending("a"), .animatedImage)
      var options = ReadingOptions()
      #expect(
        try openSource(.path(folder.appending("a")), options: options).info.frames.count == 86)
      options.folder.mergesRepeats = true
      let source = try openSource(.path(folder.appending("a")), options: options)
      #expect(source.info.frames.map(\.delay.time) == times.map { .milliseconds($0) })
      #expect(try source.allPixels() == pictures(5))

      // Consecutive frames that are equal on purpose stay separate unless merging is requested.
      let twice = pictures(2)
      _ = try ArraySource(
        [twice[0], twice[0], twice[1]], size: Self.size,
        delays: [50, 50, 50].map { .milliseconds($0) }
      ).convert(.file(folder.appending("b"))) { $0.playerAsset = .animatedImage }
      options.folder.mergesRepeats = false
      #expect(
        try openSource(.path(folder.appending("b")), options: options).info.frames.count == 3)
      options.folder.mergesRepeats = true
      #expect(
        try openSource(.path(folder.appending("b")), options: options).info.frames
          .map(\.delay.time) == [.milliseconds(100), .milliseconds(50)])
    }
  }

  /// F6.
  @Test func f6AListOfSixThousandSlotsIsTwoFiles() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: [59_990, 10], to: folder.appending("a"), .animatedImage
      ) { $0.frames.repeats = .list }
      #expect(pngs(folder.appending("a")) == ["image0.png", "image1.png"])
      #expect((report.plan.asset as? AnimatedImageAsset)?.slots.counts == [5999, 1])
    }
  }

  @Test func androidsPicturesAreResourcesOfTheirXML() throws {
    try TemporaryFolder.with { folder in
      let report = try convert(
        milliseconds: [40, 60, 100], to: folder.appending("a"), .androidDrawable,
        plays: .plays(1)
      ) {
        $0.frames.name = "walk"
        $0.frames.lists = []
      }
      #expect(
        FolderContents.names(folder.appending("a"))
          == [".animconv", "walk.xml", "walk_0.png", "walk_1.png", "walk_2.png"])
      let text = String(
        decoding: try TemporaryFolder.bytes(of: folder.appending("a/walk.xml")), as: UTF8.self)
      for (index, time) in [40, 60, 100].enumerated() {
        #expect(
          text.contains("android:drawable=\"@drawable/walk_\(index)\" android:duration=\"\(time)\"")
        )
      }
      #expect(text.contains("android:oneshot=\"true\""))
      #expect(try #require(report.plan.asset).code.contains("R.drawable.walk)"))
      #expect(throws: ConversionError.self) {
        try convert(milliseconds: [40], to: folder.appending("b"), .androidDrawable) {
          $0.frames.name = "Walk"
        }
      }
    }
  }

  /// The sprite is read back by its `.yy`: pictures in order, and times that are exact.
  @Test(arguments: [[40, 60, 100], [70, 70], [10, 1_000_000], [33]])
  func aSpriteOfGameMakerKeepsEveryTime(milliseconds: [Int64]) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("spr_walk")
      let report = try convert(milliseconds: milliseconds, to: path, .gameMaker)
      let code = try #require(report.plan.asset).code
      #expect(code.contains(#""path":"sprites/spr_walk/spr_walk.yy""#))
      let pictures = pngs(path)
      #expect(pictures.count == milliseconds.count)
      for picture in pictures {
        let inner = path.appending("layers/\(picture.dropLast(4))")
        let layers = FolderContents.names(inner)
        #expect(layers.count == 1)
        #expect(
          try TemporaryFolder.bytes(of: inner.appending(layers[0]))
            == TemporaryFolder.bytes(of: path.appending(picture)))
      }
      let source = try openSource(.path(path.appending("spr_walk.yy")))
      #expect(
        try source.info.frames.map { try #require($0.delay.time) }
          == milliseconds.map { RationalTime($0, 1000) })
      #expect(try source.allPixels() == self.pictures(milliseconds.count))
    }
  }

  @Test(arguments: [
    (Timebase(1001, 30_000), "30.0", "1.001"), (Timebase(2, 25), "12.5", "1.0"),
    (Timebase(7, 100), "100.0", "7.0"), (Timebase(1, 3), "3.0", "1.0"),
  ])
  func speedsOfGameMakerAreExactNumbers(unit: Timebase, speed: String, length: String) throws {
    let asset = try GameMakerSpriteAsset(
      name: "a", size: PixelSize(width: 2, height: 2),
      timeline: AnimationTimeline(durations: [1, 2], timebase: unit), plays: .plays(1))
    let text = String(decoding: asset.files[0].bytes, as: UTF8.self)
    #expect(text.contains("\"playbackSpeed\":\(speed),"))
    #expect(text.contains("\"Key\":0.0,\"Length\":\(length),"))
    #expect(text.contains("\"playback\":0,"))
  }

  @Test func namesAreResourcesOfGameMaker() throws {
    try TemporaryFolder.with { folder in
      for name in ["8walk", "walk cycle", "größe"] {
        #expect(throws: ConversionError.self) {
          try convert(milliseconds: [40], to: folder.appending(name), .gameMaker)
        }
      }
    }
  }

  @Test func imagesetsHoldOneFrameEach() throws {
    try TemporaryFolder.with { folder in
      _ = try convert(milliseconds: [40, 80], to: folder.appending("a"), .animatedImage) {
        $0.frames.repeats = .list
        $0.frames.usesImageSets = true
        $0.frames.scales = [1, 2, 3]
      }
      let path = folder.appending("a")
      #expect(
        FolderContents.names(path)
          == [".animconv", "image.json", "image0.imageset", "image1.imageset", "timing.json"])
      #expect(
        FolderContents.names(path.appending("image1.imageset"))
          == ["Contents.json", "image1.png", "image1@2x.png", "image1@3x.png"])
      let source = try openSource(.path(path))
      #expect(source.info.frames.map(\.delay.time) == [.milliseconds(40), .milliseconds(80)])
      #expect(try source.allPixels() == pictures(2))
    }
  }

  @Test func picturesOfOtherFormatsKeepWhatTheyCan() throws {
    let sprites = DrawnSprites.pictures
    try TemporaryFolder.with { folder in
      func write(_ name: String, _ change: (inout Conversion) -> Void) throws {
        _ = try ArraySource(sprites, size: DrawnSprites.size).convert(
          .file(folder.appending(name))
        ) {
          $0.kind = .frameFolder
          change(&$0)
        }
      }
      try write("exact") { $0.frames.format = .webp }
      #expect(FolderContents.names(folder.appending("exact")).contains("frame0.webp"))
      #expect(try openSource(.path(folder.appending("exact"))).allPixels() == sprites)

      try write("jpeg") {
        $0.frames.format = .jpeg
        $0.shaping.matte = RGBColor(red: 0, green: 0, blue: 255)
      }
      let jpeg = try openSource(.path(folder.appending("jpeg")))
      #expect(jpeg.info.size == DrawnSprites.size)
      // The empty frame is all matte.
      for pixel in try jpeg.allPixels()[2] {
        #expect(pixel >> 24 == 255 && pixel & 0xFF <= 4 && pixel >> 8 & 0xFF <= 4)
        #expect(pixel >> 16 & 0xFF >= 250)
      }
      let error = #expect(throws: ConversionError.self) {
        try write("kept") {
          $0.frames.format = .jpeg
          $0.shaping.alpha = .keep
        }
      }
      #expect(error?.reason.description.contains("JPEG") == true)
      #expect(throws: ConversionError.self) { try write("png") { $0.frames.quality = 50 } }
    }
  }

  /// The bytes and the similarity of a quality, on a picture with soft colours.
  @Test func jpegsGrowAndImproveWithTheirQuality() throws {
    let size = PixelSize(width: 64, height: 48)
    let picture = (0..<size.area).map { index -> UInt32 in
      let (x, y) = (UInt32(index % 64), UInt32(index / 64))
      return 0xFF00_0000 | (x * 4) | (y * 5) << 8 | ((x + y) * 2) << 16
    }
    try TemporaryFolder.with { folder in
      var bytes: [Int] = []
      var errors: [Int] = []
      for quality in [20, 60, 95] {
        let path = folder.appending("q\(quality)")
        _ = try ArraySource([picture], size: size).convert(.file(path)) {
          $0.kind = .frameFolder
          $0.frames.format = .jpeg
          $0.frames.quality = quality
        }
        bytes.append(try TemporaryFolder.bytes(of: path.appending("frame0.jpg")).count)
        let decoded = try DrawnSheet(decoding: path.appending("frame0.jpg").string, size).pixels
        errors.append(meanDifference(picture, decoded))
      }
      #expect(bytes == bytes.sorted() && Set(bytes).count == 3)
      #expect(errors == errors.sorted(by: >) && errors[2] <= 1, "\(errors)")
    }
  }

  /// Of red, green and blue.
  private func meanDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var sum = 0
    for (a, b) in zip(a, b) {
      for shift in [UInt32(0), 8, 16] {
        sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255))
      }
    }
    return sum / (3 * a.count)
  }
}
