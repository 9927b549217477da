import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import TextFormats
@testable import Writing

/// Godot, libGDX, Cocos2d's animations, Unity, YYImage and Android.
@Suite struct EngineWriterTests {
  @Test func godotIsReadBackWithTheSameTimes() throws {
    var atlas = goldenAtlas(for: .godot)
    for delays in [
      [70, 100, 30].map { Delay.milliseconds($0) },
      [1, 5, 2].map { Delay.declared(ticks: $0, timebase: Timebase(1001, 30000)) },
      [14, 14, 14].map { Delay.centiseconds($0) },
    ] {
      for index in 0...2 { atlas.frames[index].delay = delays[index] }
      let read = try readBack(.godot, atlas)
      #expect(read.frameTimes == atlas.frameTimes)
      #expect(read.frames.map(\.rect) == atlas.frames.map(\.rect))
      #expect(read.frames.map(\.placement) == atlas.frames.map(\.placement))
      #expect(read.frames.map(\.sourceSize) == atlas.frames.map(\.sourceSize))
      #expect(read.pages.map(\.image) == ["walk.png"])
      #expect(read.animations.map(\.name) == ["walk"])
      #expect(read.animations[0].delays.map(\.time) == atlas.frameTimes)
    }
  }

  @Test func godotPlaysOnceOrForEver() throws {
    for (plays, read) in [
      (LoopCount.forever, LoopCount.forever), (.plays(1), .plays(1)), (.plays(3), .plays(1)),
    ] {
      #expect(try readBack(.godot, sampleAtlas(plays: plays)).animations[0].plays == read)
    }
  }

  @Test func godotTakesFramesOnAnyPage() throws {
    var atlas = twoPageAtlas()
    let last = atlas.frames.removeLast()
    atlas.frames.insert(last, at: 0)
    let read = try readBack(.godot, atlas)
    #expect(read.frames.map(\.page) == [1, 0, 0])
    #expect(read.frameTimes == atlas.frameTimes)
  }

  @Test func libGDXIsReadBackInOrder() throws {
    for atlas in [sampleAtlas(), packedAtlas(turned: .counterclockwise), twoPageAtlas()] {
      let read = try readBack(.libgdx, atlas)
      #expect(read.frames.map(\.name) == ["walk_0", "walk_1", "walk_2"])
      #expect(read.frames.map(\.rect) == atlas.frames.map(\.rect))
      #expect(read.frames.map(\.rotation) == atlas.frames.map(\.rotation))
      #expect(read.frames.map(\.placement) == atlas.frames.map(\.placement))
      #expect(read.frames.map(\.sourceSize) == atlas.frames.map(\.sourceSize))
      #expect(read.pages == atlas.pages)
    }
  }

  /// Readers sort by index within a name; if that would change the order, no index is written.
  @Test(arguments: [
    ["b_1", "a_0", "b_2"], ["a_2", "a_1", "a_3"], ["a", "a_0", "b"], ["x_1", "x_01", "y"],
    ["plain", "other", "third"], ["_1", "_2", "_3"], ["a_99999999999", "a_1", "a_2"],
  ])
  func libGDXKeepsTheOrderWhateverTheNames(names: [String]) throws {
    var atlas = sampleAtlas()
    for index in 0...2 { atlas.frames[index].name = names[index] }
    #expect(try readBack(.libgdx, atlas).frames.map(\.rect.x) == [0, 4, 8])
  }

  @Test func cocosAnimationsAreWholeUnits() throws {
    let files = try texts(.cocos, twoPageAtlas())
    let list = try PropertyList.read(Array(try #require(files["walk.animations.plist"]).utf8))
    #expect(list["properties"]?["format"]?.number?.integer == 2)
    #expect(
      list["properties"]?["spritesheets"]?.elements?.map(\.string)
        == ["walk-0.plist", "walk-1.plist"])
    let walk = try #require(list["animations"]?["walk"])
    #expect(walk["delayPerUnit"]?.number == ExactDecimal(1, exponent: -2))
    #expect(walk["loops"]?.number?.integer == 2)
    #expect(walk["restoreOriginalFrame"]?.bool == false)
    let frames = try #require(walk["frames"]?.elements)
    #expect(frames.map { $0["delayUnits"]?.number?.integer } == [7, 10, 3])
    // `AnimationCache::parseVersion2` reads it without checking that it exists.
    #expect(frames.allSatisfy { $0["notification"] != nil })
    #expect(
      frames.map { $0["spriteframe"]?.string } == twoPageAtlas().frames.map(\.name))
  }

  /// In every version of Cocos2d, this number of loops plays endlessly; with `loops` 1, playback
  /// ends on the last frame.
  @Test func anEndlessCocosAnimationNeverEnds() throws {
    for (plays, loops) in [(LoopCount.forever, Int64(Int32.max)), (.plays(1), 1), (.plays(3), 3)] {
      let files = try texts(.cocos, sampleAtlas(plays: plays))
      let list = try PropertyList.read(Array(try #require(files["walk.animations.plist"]).utf8))
      let walk = try #require(list["animations"]?["walk"])
      #expect(walk["loops"]?.number?.integer == loops)
      // Cocos2d-JS interprets it as an infinite duration.
      #expect(walk["loop"] == nil)
      let written = try AtlasWriter.files(
        for: sampleAtlas(plays: plays), formats: [.cocos], baseName: "walk")
      let read = try #require(
        try AtlasDataFormat.cocos.read(written.map(\.bytes), limits: defaultLimits))
      #expect(read.playOrder().plays == plays)
      #expect(read.frameTimes == sampleAtlas().frameTimes)
    }
  }

  /// 1/30 s has no finite decimal, so every frame is a whole number of units of 33.333333 ms.
  @Test func cocosKeepsTimesAsWholeUnitsOfNanoseconds() throws {
    var atlas = sampleAtlas()
    for (index, ticks) in [1, 5, 2].enumerated() {
      atlas.frames[index].delay = .declared(ticks: Int64(ticks), timebase: Timebase(1, 30))
    }
    let kept = try AtlasDataFormat.cocos.delaysKept(of: atlas)
    #expect(
      kept.map(\.time) == [1, 5, 2].map { RationalTime(33_333_333 * $0, 1_000_000_000) })
    let files = try AtlasWriter.files(for: atlas, formats: [.cocos], baseName: "walk")
    let read = try AtlasDataFormat.cocos.read(files.map(\.bytes), limits: defaultLimits)
    #expect(read?.frameTimes == kept.map(\.time))
  }

  @Test func theTimesOfASheetForCocosAreReadWithIt() throws {
    try TemporaryFolder.with { folder in
      let source = ArraySource(
        DrawnSprites.pictures, size: DrawnSprites.size,
        delays: [70, 30, 110, 20, 50, 40, 60, 90].map { .milliseconds($0) }, plays: .plays(3))
      _ = try source.convert(.file(folder.appending("walk.png"))) {
        $0.sheet.data = [.cocos]
        $0.sheet.maxSize = 48
      }
      #expect(folder.names.contains("walk-1.plist"))
      let sheet = try openSource(.path(folder.appending("walk-0.plist")))
      #expect(
        sheet.info.frames.map(\.delay.time)
          == [70, 30, 110, 20, 50, 40, 60, 90].map { RationalTime.milliseconds($0) })
      #expect(sheet.info.plays == .plays(3))
      #expect(try sheet.allPixels() == DrawnSprites.pictures)
      try folder.write("<plist><dict/></plist>", to: "walk.animations.plist")
      #expect(throws: AtlasError.self) {
        try openSource(.path(folder.appending("walk-0.plist")))
      }
    }
  }

  /// A frame of 5x5 on the lower part of a sheet of 20 rows is 3 rows from its bottom.
  @Test func unityCountsRowsFromTheBottom() throws {
    var atlas = sampleAtlas()
    atlas.pages[0].size = PixelSize(width: 30, height: 20)
    for index in 0...2 {
      atlas.frames[index].rect = PixelRect(x: 6 * index, y: 12, width: 5, height: 5)
      atlas.frames[index].sourceSize = PixelSize(width: 5, height: 5)
    }
    atlas.frames[0].name = "a;b:c#d%"
    atlas.frames[1].pivot = AtlasFrame.Pivot(
      x: ExactDecimal(25, exponent: -2), y: ExactDecimal(1, exponent: -1))
    let lines = try text(.unity, atlas).split(separator: "\n")
    #expect(
      lines.prefix(5) == [
        ":format=40300", ":texture=walk.png", ":size=30x20", ":pivotpoints=enabled",
        ":borders=disabled",
      ])
    #expect(
      lines.dropFirst(5) == [
        "a%3Bb%3Ac%23d%25;0;3;5;5; 0.5;0.5; 0;0;0;0",
        "walk_0001;6;3;5;5; 0.25;0.9; 0;0;0;0",
        "walk_0002;12;3;5;5; 0.5;0.5; 0;0;0;0",
      ])
  }

  /// G1.
  @Test(arguments: [
    ExactDecimal(1), ExactDecimal(2), ExactDecimal(3), ExactDecimal(15, exponent: -1),
  ])
  func yySpritesHaveAsManyRectanglesAsDurations(scale: ExactDecimal) throws {
    var atlas = sampleAtlas()
    atlas.pages[0].scale = scale
    atlas.frames[1].delay = .declared(ticks: 1, timebase: Timebase(1001, 30000))
    let json = try JSONReader.read(Array(try text(.yysprite, atlas).utf8))
    let rects = try #require(json["contentRects"]).elements.map { $0 }
    let durations = try #require(json["frameDurations"]).elements.compactMap(\.number)
    #expect(rects.count == 3 && durations.count == 3)
    #expect(json["loopCount"]?.integer == 2)
    #expect(json["image"]?.string == "walk.png")
    #expect(json["scale"]?.number == scale)
    // Rectangles are in points: multiplied by the scale, they give pixels, within the rounding of
    // six decimals.
    let factor = Double(scale.description)!
    for rect in rects {
      func side(_ key: String) -> Double { Double(rect[key]!.number!.description)! * factor }
      #expect(side("x") >= 0 && side("x") + side("width") <= 12.00001)
      #expect(side("y") >= 0 && side("y") + side("height") <= 3.00001)
      #expect(abs(side("width") - 4) < 0.00001)
    }
    // The durations' sum is the total to the nearest nanosecond: boundaries are rounded.
    let sum = durations.reduce(Int64(0)) { $0 + $1.shifted(by: $1.exponent + 9)! }
    let total = RationalTime.milliseconds(100) + RationalTime(1001, 30000)
    #expect(try sum == total.ticks(in: Timebase(1, 1_000_000_000), rounding: .nearest))
  }

  @Test func androidSharesThePictureOfEqualFrames() throws {
    let text = try androidText(folderAtlas())
    let items = text.matches(of: /@drawable\/(\w+)" android:duration="(\d+)"/).map {
      "\($0.1) \($0.2)"
    }
    #expect(items == ["walk_0 70", "walk_1 100", "walk_0 30"])
    #expect(text.contains("android:oneshot=\"true\""))
    var endless = folderAtlas()
    endless.plays = .forever
    #expect(try androidText(endless).contains("android:oneshot=\"false\""))
  }

  /// `R.drawable.class` is not valid Java, and neither is any other keyword.
  @Test(arguments: ["class", "switch", "null", "true", "int", "goto"])
  func aWordOfJavaIsNoResource(word: String) throws {
    #expect(!AnimationDrawable.isResourceName(word))
    #expect(AnimationDrawable.isResourceName(word + "_"))
    #expect(throws: PlayerAssetError.self) {
      try AndroidDrawableAsset(
        name: word, drawables: ["\(word)_0"],
        timeline: AnimationTimeline(durations: [10], timebase: .milliseconds))
    }
    var atlas = folderAtlas()
    atlas.pages[0].image = "\(word).png"
    #expect(throws: AtlasWritingError.self) { try androidText(atlas) }
    #expect(throws: AtlasWritingError.self) {
      try text(.android, folderAtlas(), baseName: word)
    }
  }

  /// Kotlin's keywords are valid resource names, and code quotes them.
  @Test func aWordOfKotlinIsQuotedInItsCode() throws {
    let timeline = try AnimationTimeline(durations: [10], timebase: .milliseconds)
    for (name, field) in [("object", "`object`"), ("when", "`when`"), ("walk", "walk")] {
      let asset = try AndroidDrawableAsset(
        name: name, drawables: ["\(name)_0"], timeline: timeline)
      #expect(asset.code.contains("R.drawable.\(field))"))
    }
  }

  private func androidText(_ atlas: Atlas) throws -> String { try text(.android, atlas) }
}
