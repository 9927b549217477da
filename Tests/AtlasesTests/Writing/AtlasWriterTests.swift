import AnimTiming
import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages

@Suite struct AtlasWriterTests {
  @Test func namesAreKnownBeforehand() throws {
    var atlas = sampleAtlas()
    atlas.pages[0].image = "walk.png"
    // Android has no sheets.
    let formats = AtlasDataFormat.allCases.filter { $0 != .android }
    let files = try AtlasWriter.files(for: atlas, formats: formats, baseName: "walk")
    #expect(
      files.map(\.name) == AtlasWriter.fileNames(formats: formats, baseName: "walk", pageCount: 1))
    #expect(
      files.map(\.name) == [
        "walk.json", "walk.aseprite-array.json", "walk.aseprite-numbers.json",
        "walk.texturepacker.json", "walk.texturepacker-array.json", "walk.pixi.json",
        "walk.phaser.json", "walk.phaser.animations.json", "walk.xml", "walk.plist",
        "walk.animations.plist", "walk.atlas", "walk.tres", "walk.tpsheet", "walk.yysprite.json",
        "walk.tsx", "walk.tsj", "walk.png.mcmeta", "walk.css", "walk.html", "walk.vtt",
      ])
    #expect(
      AtlasWriter.fileNames(formats: [.pixi, .godot, .pixi], baseName: "walk", pageCount: 2)
        == ["walk-0.json", "walk-1.json", "walk.tres"])
  }

  @Test(arguments: AtlasDataFormat.allCases)
  func theSameAtlasGivesTheSameBytes(format: AtlasDataFormat) throws {
    let atlas = format == .android ? folderAtlas() : sampleAtlas()
    let first = try texts(format, atlas)
    for _ in 0..<20 { #expect(try texts(format, atlas) == first) }
    #expect(first.values.allSatisfy { $0.hasSuffix("\n") && !$0.contains("\r") })
  }

  @Test(arguments: AtlasDataFormat.allCases)
  func namesOnTheCommandLineAreRead(format: AtlasDataFormat) {
    #expect(AtlasDataFormat(rawValue: format.rawValue) == format)
    #expect(
      format.rawValue.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") })
  }

  /// Every refusal happens during planning, before there are pixels, and has a remedy.
  @Test(arguments: AtlasDataFormat.allCases)
  func aPlannerLearnsWhatAFormatCannotSay(format: AtlasDataFormat) throws {
    let can = format.capabilities
    func refusal(_ change: (inout AtlasFeatures) -> Void) throws -> AtlasWritingError? {
      var features = AtlasFeatures()
      features.fillsPages = format == .android
      change(&features)
      do {
        try features.check(format)
        return nil
      } catch let error as AtlasWritingError {
        #expect(error.kind == .usage)
        #expect(error.reason.description.hasPrefix("\(format.title) cannot express "))
        #expect(error.remedy != nil)
        return error
      }
    }
    #expect(try refusal { _ in } == nil)
    guard format != .android else {
      #expect(
        try refusal { $0.fillsPages = false } == .cannotSay(.sheet, format: .android))
      return
    }
    #expect(
      try refusal { $0.isTrimmed = true }
        == (can.carriesTrimming ? nil : .cannotSay(.trimming, format: format)))
    for rotation in [AtlasFrame.Rotation.clockwise, .halfTurn, .counterclockwise] {
      #expect(
        try refusal { $0.rotation = rotation }
          == (can.rotation == rotation
            ? nil
            : .cannotSay(can.rotation == .none ? .rotation : .otherRotation, format: format)))
    }
    #expect(
      try refusal { $0.pageCount = 2 }
        == (can.pages == .one ? .cannotSay(.severalPages, format: format) : nil))
    #expect(
      try refusal {
        $0.pageCount = 2
        $0.isInPageOrder = false
      }
        == (can.pages == .any
          ? nil : .cannotSay(can.pages == .one ? .severalPages : .mixedPages, format: format)))
    #expect(
      try refusal { $0.hasEqualSizes = false }
        == (can.needsEqualSizes ? .cannotSay(.differentSizes, format: format) : nil))
    #expect(
      try refusal { $0.grid = .any }
        == (can.grid == .any ? nil : .cannotSay(.scattered, format: format)))
    #expect(
      try refusal { $0.grid = .spaced }
        == (can.grid == .gapless ? .cannotSay(.gaps, format: format) : nil))
  }

  @Test func featuresAreThoseOfTheAtlas() {
    #expect(AtlasFeatures(sampleAtlas()) == AtlasFeatures())
    let packed = AtlasFeatures(packedAtlas())
    #expect(packed.isTrimmed && packed.rotation == .clockwise && packed.hasEqualSizes)
    var pages = AtlasFeatures(twoPageAtlas())
    #expect(pages.pageCount == 2 && pages.isInPageOrder && !pages.fillsPages)
    pages = AtlasFeatures(folderAtlas())
    #expect(pages.fillsPages && !pages.isInPageOrder)
  }

  @Test func aMistakeOfTheCallerIsNamed() throws {
    var atlas = sampleAtlas()
    atlas.pages[0].size = nil
    #expect(throws: AtlasWritingError.incomplete(detail: "the size of picture 0 is not known")) {
      try text(.aseprite, atlas)
    }
    atlas = sampleAtlas()
    atlas.frames[1].rect.x = 9
    #expect(throws: AtlasWritingError.incomplete(detail: "frame 1 lies outside its picture")) {
      try text(.aseprite, atlas)
    }
  }

  /// Formats that we read: frames, their positions and, if the format has them, their times are
  /// restored.
  @Test(arguments: [
    AtlasDataFormat.aseprite, .asepriteArray, .texturePacker, .texturePackerArray, .pixi, .phaser,
    .starling, .cocos,
  ])
  func framesComeBackAsTheyWere(format: AtlasDataFormat) throws {
    let keepsTime = ![.texturePacker, .texturePackerArray, .starling, .cocos].contains(format)
    for atlas in [sampleAtlas(), packedAtlas(for: format), twoPageAtlas()] {
      // If a property list has several files, only one is read at a time.
      if atlas.pages.count > 1, [.starling, .cocos].contains(format) { continue }
      let read = try readBack(format, atlas)
      let expected = atlas.frames.map { frame in
        var frame = frame
        if !keepsTime { frame.delay = .missing }
        return frame
      }
      #expect(read.frames == expected)
      #expect(read.pages.map(\.image) == atlas.pages.map(\.image))
      if format != .starling { #expect(read.pages == atlas.pages) }
      #expect(read.warnings.isEmpty)
      #expect(read.playOrder().indices == Array(atlas.frames.indices))
    }
  }

  @Test(arguments: [AtlasDataFormat.aseprite, .asepriteArray, .asepriteNumbers, .pixi])
  func playsComeBackAsTheyWere(format: AtlasDataFormat) throws {
    for plays in [LoopCount.forever, .plays(1), .plays(3)] {
      #expect(try readBack(format, sampleAtlas(plays: plays)).playOrder().plays == plays)
      guard format.capabilities.pages == .inOrder else { continue }
      var pages = twoPageAtlas()
      pages.plays = plays
      #expect(try readBack(format, pages).playOrder().plays == plays)
    }
  }

  /// A tag on two pages is joined again; a tag that ends with its page stays separate.
  @Test(arguments: [AtlasDataFormat.aseprite, .asepriteArray, .pixi])
  func tagsOverSeveralPagesComeBackWhole(format: AtlasDataFormat) throws {
    var atlas = twoPageAtlas()
    atlas.tags = [
      AtlasTag(name: "all", from: 0, to: 2, direction: .pingpong, repeats: 3),
      AtlasTag(name: "first", from: 0, to: 1, direction: .reverse),
      AtlasTag(name: "second", from: 2, to: 2), AtlasTag(name: "over", from: 1, to: 2),
    ]
    #expect(Set(try readBack(format, atlas).tags) == Set(atlas.tags))
  }

  @Test(arguments: [AtlasDataFormat.starling, .cocos])
  func aPageThatHasItsOwnFileIsReadByItself(format: AtlasDataFormat) throws {
    let atlas = twoPageAtlas()
    let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: "walk")
    let first = try AtlasReader.parse(files[0].bytes, limits: defaultLimits)
    let second = try AtlasReader.parse(files[1].bytes, limits: defaultLimits)
    #expect(first.frames.map(\.name) + second.frames.map(\.name) == atlas.frames.map(\.name))
    #expect([first.pages[0].image, second.pages[0].image] == ["walk-0.png", "walk-1.png"])
  }

  /// The facts checked after writing: positions and delays, in any unit of time.
  @Test(arguments: AtlasDataFormat.allCases)
  func writtenFilesHaveWhatTheFormatKeeps(format: AtlasDataFormat) throws {
    var atlases = [goldenAtlas(for: format)]
    if format.capabilities.pages == .inOrder { atlases.append(twoPageAtlas()) }
    for var atlas in atlases {
      for index in 0...2 {
        atlas.frames[index].delay = .declared(
          ticks: Int64(index + 1), timebase: Timebase(1001, 30000))
      }
      let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: "walk")
      guard
        let read = try format.read(
          files.map(\.bytes), limits: defaultLimits, around: surroundings(of: atlas))
      else {
        #expect([.unity, .yysprite, .css, .webvtt, .android].contains(format))
        continue
      }
      // Formats that count cells have times in their animations.
      if format.capabilities.grid != .any { atlas = try format.cells(of: atlas, baseName: "walk") }
      #expect(read.frames.map(\.rect) == atlas.frames.map(\.rect))
      #expect(read.frames.map(\.page) == atlas.frames.map(\.page))
      #expect(read.frames.map(\.rotation) == atlas.frames.map(\.rotation))
      #expect(read.frames.map(\.offset) == atlas.frames.map(\.offset))
      #expect(read.frames.map(\.sourceSize) == atlas.frames.map(\.sourceSize))
      #expect(
        try read.frames.map(\.delay.time) == format.delaysKept(of: atlas).map(\.time))
    }
  }

  /// JavaScript sorts keys that are bare numbers to the front.
  @Test(arguments: [AtlasDataFormat.aseprite, .texturePacker])
  func bareNumbersHaveToBeInTheirPlace(format: AtlasDataFormat) throws {
    var atlas = sampleAtlas()
    for (names, isFine) in [
      (["0", "1", "2"], true), (["7", "9", "a"], true), (["1", "0", "2"], false),
      (["a", "0", "1"], false), (["0", "a", "1"], false), (["00", "01", "0"], false),
      (["02", "01", "03"], true), (["4294967295", "b", "a"], true),
    ] {
      for index in 0...2 { atlas.frames[index].name = names[index] }
      if isFine {
        #expect(try readBack(format, atlas).frames.map(\.name) == names)
      } else {
        #expect(throws: AtlasWritingError.self) { try text(format, atlas) }
      }
    }
  }
}
