import AnimTiming
import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster
@testable import TextFormats
@testable import Writing

/// Checks B1, B2, B4, B5, B6 and B9 of SpritedAnimationView that concern texts.
@Suite struct SpritedAnimationAssetTests {
  private func asset(
    _ width: Int = 24, _ height: Int = 24, rate: FrameRate = FrameRate(60),
    plays: LoopCount = .plays(1), isTemplate: Bool = false, isOpaque: Bool = false,
    twin: String? = nil
  ) throws -> SpritedAnimationAsset {
    try SpritedAnimationAsset(
      name: "mdc_sprite_list__grid", frameSize: PixelSize(width: width, height: height),
      frameCount: 31, rate: rate, plays: plays, isTemplate: isTemplate, isOpaque: isOpaque,
      twin: twin)
  }

  /// B1.
  @Test func b1TheColumnHasAllFramesAtEveryScale() throws {
    #expect(
      try [1, 2, 3].map { try asset().sheetSize(scale: $0) } == [
        PixelSize(width: 24, height: 744), PixelSize(width: 48, height: 1488),
        PixelSize(width: 72, height: 2232),
      ])
    #expect(try asset(10, 7).sheetSize(scale: 2) == PixelSize(width: 20, height: 434))
  }

  /// B2.
  @Test func b2FramesThatAreNotSquareHaveTheirNumberAndAWarning() throws {
    let square = try asset()
    let size = square.sheetSize(scale: 3)
    #expect(size.height % size.width == 0 && size.height / size.width == 31)
    #expect(!square.code.contains("numberOfFrames"))
    #expect(square.warnings.isEmpty)
    let wide = try asset(40, 24)
    #expect(wide.code.contains("initWithSpriteSheetImage:sheet numberOfFrames:31];"))
    #expect(wide.warnings.count == 1)
    #expect(wide.warnings[0].contains("numberOfFrames is 31"))
    #expect(wide.warnings[0].contains("swap"))
  }

  /// B4.
  @Test func b4ContentsHaveThreeImages() throws {
    let asset = try asset()
    #expect(asset.folderName == "mdc_sprite_list__grid.imageset")
    #expect(asset.files.map(\.name) == ["Contents.json"])
    let json = try JSONReader.read(asset.files[0].bytes)
    let images = try #require(json["images"]).elements.map { $0 }
    #expect(images.count == 3)
    #expect(images.map { $0["scale"]?.string } == ["1x", "2x", "3x"])
    #expect(images.allSatisfy { $0["idiom"]?.string == "universal" })
    #expect(
      images.map { $0["filename"]?.string } == [
        "mdc_sprite_list__grid.png", "mdc_sprite_list__grid@2x.png", "mdc_sprite_list__grid@3x.png",
      ])
    #expect(images.map { $0["filename"]?.string } == [1, 2, 3].map(asset.fileName(scale:)))
    #expect(json["info"]?["author"]?.string == "xcode")
    #expect(json["info"]?["version"]?.integer == 1)
    #expect(json["properties"] == nil)
    let read = try ImageSetContents.read(json, limits: defaultLimits)
    #expect(read.images.map(\.scale) == [1, 2, 3].map { ExactDecimal($0) })
    let template = try JSONReader.read(try self.asset(isTemplate: true).files[0].bytes)
    #expect(template["properties"]?["template-rendering-intent"]?.string == "template")
    let catalog = try JSONReader.read(ImageSetText.catalog)
    #expect(catalog["info"]?["version"]?.integer == 1)
  }

  /// B5.
  @Test func b5TheRateIsWholeOrAnError() throws {
    #expect(try asset(rate: FrameRate(25)).code.contains("view.frameRate = 25;"))
    do {
      _ = try asset(rate: FrameRate(50, 7))
      Issue.record("50/7 frames per second pass")
    } catch let error as PlayerAssetError {
      #expect(error == .fractionalRate(FrameRate(50, 7), player: .spritedAnimationView))
      #expect(error.reason.description.contains("50/7"))
      // At 50 frames per second, every slot of 140 ms is exactly 7 frames.
      #expect(error.remedy?.text(.options).contains("fps=50") == true)
    }
  }

  /// B5.
  @Test func b5SixtyFramesASecondAreWithinOneFrameOfTheTotal() throws {
    for durations in [[70, 100, 30], [140, 140], [11, 17, 1003]] as [[Int64]] {
      let timeline = try AnimationTimeline(durations: durations, timebase: .milliseconds)
      let slots = try AnimationTimeline.Schedule.constant(FrameRate(60)).schedule(
        PlaySequence(timeline)
      ).entries.map(
        \.position)
      let played = RationalTime(Int64(slots.count), 60)
      let total = timeline.totalTime
      let difference = played > total ? played - total : total - played
      #expect(difference <= RationalTime(1, 60))
    }
  }

  /// B6.
  @Test func b6ATintOnOpaqueFramesIsAWarning() throws {
    #expect(try asset(isTemplate: true).warnings.isEmpty)
    #expect(try asset(isTemplate: true).code.contains("view.tintColor = "))
    #expect(try asset(isOpaque: true).warnings.isEmpty)
    let warnings = try asset(isTemplate: true, isOpaque: true).warnings
    #expect(warnings.count == 1 && warnings[0].contains("rectangle"))
  }

  /// B9.
  @Test func b9TheTwinIsShownWhenTheFirstEnds() throws {
    let asset = try asset(twin: "mdc_sprite_grid__list")
    #expect(asset.code.contains("startAnimatingWithCompletion:^(BOOL finished)"))
    #expect(asset.code.contains("[UIImage imageNamed:@\"mdc_sprite_grid__list\"]"))
    #expect(try self.asset(plays: .forever, twin: "x").warnings.count == 1)
  }

  @Test(arguments: [(LoopCount.forever, 0), (.plays(1), 1), (.plays(3), 3)])
  func playsAreTheViewsOwn(plays: LoopCount, count: Int) throws {
    #expect(try asset(plays: plays).code.contains("view.animationRepeatCount = \(count);"))
    // The view keeps its last frame only after a single play.
    #expect(try asset(plays: plays).code.contains("[view seekToEnd];") == (count > 1))
  }

  @Test func theCodeOfAnOrdinaryAssetIsComplete() throws {
    #expect(
      try asset(rate: FrameRate(30)).code == """
        UIImage *sheet = [UIImage imageNamed:@"mdc_sprite_list__grid"];
        MDCSpritedAnimationView *view =
            [[MDCSpritedAnimationView alloc] initWithSpriteSheetImage:sheet];
        view.frameRate = 30;
        view.animationRepeatCount = 1;
        [view startAnimatingWithCompletion:nil];

        """)
  }
}
