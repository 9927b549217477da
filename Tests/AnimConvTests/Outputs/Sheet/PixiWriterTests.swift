import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import TextFormats
@testable import Writing

@Suite struct PixiWriterTests {
  /// The members that `Spritesheet.ts` reads: `frames` as an object, `meta.image` and `meta.scale`,
  /// animations with existing keys, `sourceSize` and `spriteSourceSize` if `trimmed`.
  private func validate(_ text: String) throws -> JSONValue {
    let json = try JSONReader.read(Array(text.utf8))
    let frames = try #require(json["frames"])
    #expect(frames.isObject)
    var keys: Set<String> = []
    for (key, frame) in frames.members {
      #expect(keys.insert(key).inserted)
      for side in ["x", "y", "w", "h"] { #expect(frame["frame"]?[side]?.integer != nil) }
      if frame["trimmed"]?.bool == true {
        #expect(frame["sourceSize"]?["w"]?.integer != nil)
        #expect(frame["spriteSourceSize"]?["x"]?.integer != nil)
      }
    }
    for (_, names) in try #require(json["animations"]).members {
      for name in names.elements { #expect(keys.contains(try #require(name.string))) }
    }
    let scale = try #require(json["meta"]?["scale"]?.string.flatMap { ExactDecimal($0) })
    #expect(scale.significand > 0)
    #expect(json["meta"]?["image"]?.string != nil)
    return json
  }

  private func names(_ json: JSONValue, _ animation: String) -> [String] {
    (json["animations"]?[animation]?.elements).map { $0.compactMap(\.string) } ?? []
  }

  @Test func aNameIsRepeatedWhileItsFrameShows() throws {
    let json = try validate(text(.pixi, packedAtlas()))
    let holds = names(json, "walk").reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    // 70, 100 and 30 ms in slots of 10 ms.
    #expect(holds == ["walk_0000": 7, "walk_0001": 10, "walk_0002": 3])
  }

  /// With an `animationSpeed` of 1, each entry is shown for one tick of 1/60 s.
  @Test func theDataAndTheCodeSayHowFastToPlay() throws {
    let json = try validate(text(.pixi, packedAtlas()))
    let playback = try #require(json["meta"]?["playback"]?["walk"])
    #expect(playback["slotDuration"]?.number?.integer == 10)
    #expect(playback["animationSpeed"]?.number == ExactDecimal(1_666_667, exponent: -6))
    let codes = try [(70, LoopCount.plays(2)), (50, .forever), (60, .plays(1))].map { time, plays in
      var atlas = sampleAtlas(plays: plays)
      for index in 0...2 { atlas.frames[index].delay = .milliseconds(Int64(time)) }
      let sheet = try SheetDescription(
        atlas, format: .pixi, baseName: "wa\"lk", stem: "", fileNames: [])
      return try PixiPlayback.all(in: sheet).map(\.code).joined()
    }
    #expect(
      codes[0] == """
        const sprite = new PIXI.AnimatedSprite(sheet.animations["wa\\"lk"]);
        sprite.animationSpeed = 5 / 21;
        sprite.loop = true;
        let plays = 2;
        sprite.onLoop = () => { if (--plays === 1) sprite.loop = false; };
        sprite.play();

        """)
    #expect(codes[1].contains("animationSpeed = 1 / 3;\nsprite.loop = true;\nsprite.play"))
    #expect(codes[2].contains("animationSpeed = 5 / 18;\nsprite.loop = false;\nsprite.play"))
  }

  @Test func aSheetForPixiComesWithItsCode() throws {
    try TemporaryFolder.with { folder in
      let report = try ArraySource(
        DrawnSprites.pictures, size: DrawnSprites.size,
        delays: DrawnSprites.pictures.map { _ in .milliseconds(50) }
      ).convert(.file(folder.appending("walk.png"))) { $0.sheet.data = [.pixi] }
      #expect(report.plan.code?.contains("sheet.animations[\"walk\"]") == true)
      #expect(report.plan.code?.contains("animationSpeed = 1 / 3;") == true)
      #expect(report.plan.asset == nil)
    }
  }

  /// 3003/30000 s and 1001/30000 s are not whole milliseconds, but their ratio is exactly 3 to 1.
  @Test func holdsAreExactWhereMillisecondsAreNot() throws {
    var atlas = sampleAtlas()
    for (index, ticks) in [3, 1, 2].enumerated() {
      atlas.frames[index].delay = .declared(ticks: Int64(ticks), timebase: Timebase(1001, 30000))
    }
    let json = try validate(text(.pixi, atlas))
    #expect(
      names(json, "walk") == [
        "walk_0000", "walk_0000", "walk_0000", "walk_0001", "walk_0002", "walk_0002",
      ])
  }

  @Test func tagsAreUnrolled() throws {
    var atlas = sampleAtlas()
    for index in 0...2 { atlas.frames[index].delay = .milliseconds(40) }
    atlas.tags = [
      AtlasTag(name: "there and back", from: 0, to: 2, direction: .pingpong),
      AtlasTag(name: "back", from: 1, to: 2, direction: .reverse),
    ]
    let json = try validate(text(.pixi, atlas))
    #expect(
      names(json, "there and back") == ["walk_0000", "walk_0001", "walk_0002", "walk_0001"])
    #expect(names(json, "back") == ["walk_0002", "walk_0001"])
  }

  @Test func pagesAreLinkedAndHaveTheirPartsOfAnAnimation() throws {
    let files = try texts(.pixi, twoPageAtlas())
    #expect(Set(files.keys) == ["walk-0.json", "walk-1.json"])
    let first = try validate(try #require(files["walk-0.json"]))
    let second = try validate(try #require(files["walk-1.json"]))
    func links(_ json: JSONValue) -> [String?]? {
      json["meta"]?["related_multi_packs"]?.elements.map(\.string)
    }
    #expect(links(first) == ["walk-1.json"])
    #expect(links(second) == ["walk-0.json"])
    #expect(Set(names(first, "walk")) == ["walk_0000", "walk_0001"])
    #expect(names(second, "walk") == ["walk_0002", "walk_0002", "walk_0002"])
    let read = try readBack(.pixi, twoPageAtlas())
    #expect(
      read.animations == [AtlasAnimation(name: "walk", indices: [0, 1, 2])])
  }

  @Test func pivotsAreAnchors() throws {
    var atlas = sampleAtlas()
    atlas.frames[1].pivot = AtlasFrame.Pivot(x: ExactDecimal(5, exponent: -1), y: ExactDecimal(1))
    let text = try text(.pixi, atlas)
    #expect(text.contains("\"anchor\": {\"x\": 0.5, \"y\": 1}"))
    #expect(try readBack(.pixi, atlas).frames == atlas.frames)
  }

  @Test func bareNumbersAreNotNames() throws {
    var atlas = sampleAtlas()
    atlas.frames[1].name = "1"
    #expect(throws: AtlasWritingError.self) { try text(.pixi, atlas) }
  }

  @Test func tooManyHoldsAreRefused() throws {
    var atlas = sampleAtlas()
    atlas.frames[0].delay = .milliseconds(36_000 - 130)
    atlas.frames[1].delay = .milliseconds(101)
    atlas.frames[2].delay = .milliseconds(29)
    #expect(names(try validate(text(.pixi, atlas)), "walk").count == 36_000)
    atlas.frames[2].delay = .milliseconds(30)
    #expect(
      throws: AtlasWritingError.tooLong(
        animation: "walk", entries: 36_001, allowed: 36_000, format: .pixi)
    ) { try text(.pixi, atlas) }
  }
}
