import AnimTiming
import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages
@testable import TextFormats

@Suite struct PackedSheetJSONTests {
  @Test func aHashKeepsTheOrderOfTheFile() throws {
    let atlas = try readAtlas(
      """
      {"frames":{"b.png":\(packedFrame(0, 0, 8, 8)),"a.png":\(packedFrame(8, 0, 8, 8)),
      "b.png":\(packedFrame(16, 0, 8, 8))},
      "meta":{"image":"s.png","size":{"w":64,"h":8},"scale":"0.5"}}
      """)
    #expect(atlas.format == .texturePacker)
    #expect(atlas.frames.map(\.name) == ["b.png", "a.png", "b.png"])
    #expect(atlas.frames.map(\.rect.x) == [0, 8, 16])
    #expect(
      atlas.pages == [
        AtlasPage(
          image: "s.png", size: PixelSize(width: 64, height: 8),
          scale: ExactDecimal(5, exponent: -1))
      ])
  }

  @Test func anArrayIsReadWithAndWithoutNames() throws {
    let named = String(packedFrame(0, 0, 8, 8).dropFirst())
    let atlas = try readAtlas(
      """
      {"frames":[{"filename":"f 0",\(named),\(packedFrame(8, 0, 8, 8))],"meta":{"scale":1}}
      """)
    #expect(atlas.frames.map(\.name) == ["f 0", "1"])
    #expect(atlas.pages[0].image == nil)
  }

  @Test func bareNumbersAreInTheirOwnOrder() throws {
    func names(_ keys: [String]) throws -> [String] {
      let frames = keys.map { "\"\($0)\":\(packedFrame(0, 0, 1, 1))" }.joined(separator: ",")
      return try readAtlas("{\"frames\":{\(frames)},\"meta\":{}}").frames.map(\.name)
    }
    #expect(try names(["10", "2", "0"]) == ["0", "2", "10"])
    #expect(try names(["10", "02", "0"]) == ["10", "02", "0"])
    #expect(try names(["10", "a", "0"]) == ["10", "a", "0"])
  }

  @Test func rotatedAndTrimmedFramesAreUnderstood() throws {
    let frame = packedFrame(
      98, 33, 28, 29, rotated: true, offset: (2, 1), source: (32, 32),
      more: ",\"anchor\":{\"x\":0.5,\"y\":1}")
    let atlas = try readAtlas(
      "{\"frames\":{\"f\":\(frame)},\"meta\":{\"size\":{\"w\":127,\"h\":62}}}")
    let read = atlas.frames[0]
    #expect(read.rect == PixelRect(x: 98, y: 33, width: 29, height: 28))
    #expect(read.contentSize == PixelSize(width: 28, height: 29))
    #expect(read.placement == PixelRect(x: 2, y: 1, width: 28, height: 29))
    #expect(read.sourceSize == PixelSize(width: 32, height: 32))
    #expect(read.pivot == AtlasFrame.Pivot(x: ExactDecimal(5, exponent: -1), y: ExactDecimal(1)))
    // The top left pixel of the upright frame is at the top right of the stored rectangle.
    #expect(read.storedPosition(x: 0, y: 0) == PixelOffset(x: 126, y: 33))
    #expect(read.storedPosition(x: 27, y: 0) == PixelOffset(x: 126, y: 60))
    #expect(read.storedPosition(x: 0, y: 28) == PixelOffset(x: 98, y: 33))
  }

  @Test func everyRotationMapsOntoItsRectangle() {
    for rotation in AtlasFrame.Rotation.allCases {
      let rect =
        rotation.swapsSides
        ? PixelRect(x: 5, y: 7, width: 2, height: 3) : PixelRect(x: 5, y: 7, width: 3, height: 2)
      let frame = AtlasFrame(
        name: "", page: 0, rect: rect, rotation: rotation,
        sourceSize: PixelSize(width: 3, height: 2))
      var stored: Set<PixelOffset> = []
      for y in 0..<2 {
        for x in 0..<3 {
          let place = frame.storedPosition(x: x, y: y)
          #expect(rect.contains(PixelRect(x: place.x, y: place.y, width: 1, height: 1)))
          stored.insert(place)
        }
      }
      #expect(stored.count == 6)
    }
  }

  @Test func asepriteHasDurationsAndTags() throws {
    let frames = [100, 50, 75].enumerated().map {
      "\"w \($0).ase\":\(packedFrame($0 * 8, 0, 8, 8, more: ",\"duration\":\($1)"))"
    }.joined(separator: ",")
    let atlas = try readAtlas(
      """
      {"frames":{\(frames)},"meta":{"app":"https://www.aseprite.org/","image":"w.png",
      "size":{"w":24,"h":8},"scale":"1","frameTags":[
      {"name":"walk","from":0,"to":2,"direction":"pingpong","repeat":"3"},
      {"name":"back","from":1,"to":2,"direction":"pingpong_reverse"},
      {"name":"bad","from":2,"to":0,"direction":"forward"},
      {"name":"far","from":0,"to":3,"direction":"forward"},
      {"name":"side","from":0,"to":1,"direction":"sideways"}]}}
      """)
    #expect(atlas.format == .aseprite)
    #expect(
      atlas.frames.map(\.delay) == [.milliseconds(100), .milliseconds(50), .milliseconds(75)])
    #expect(
      atlas.tags == [
        AtlasTag(name: "walk", from: 0, to: 2, direction: .pingpong, repeats: 3),
        AtlasTag(name: "back", from: 1, to: 2, direction: .pingpongReverse),
      ])
    #expect(atlas.warnings.count == 3)
    #expect(
      try atlas.playOrder(named: "walk", limits: defaultLimits)
        == PlayOrder(indices: [0, 1, 2, 1, 0, 1, 2], plays: .plays(1)))
    #expect(throws: AtlasError.unknownTag(name: "run", known: ["walk", "back"])) {
      try atlas.playOrder(named: "run", limits: defaultLimits)
    }
  }

  @Test func pixiAnimationsAndPacksAreRead() throws {
    let atlas = try readAtlas(
      """
      {"frames":{"a":\(packedFrame(0, 0, 8, 8)),"b":\(packedFrame(8, 0, 8, 8))},
      "animations":{"blink":["b","a","a","c"],"none":[]},
      "meta":{"image":"s.png","related_multi_packs":["s-1.json",7]}}
      """)
    #expect(atlas.animations == [AtlasAnimation(name: "blink", indices: [1, 0, 0])])
    #expect(atlas.relatedFiles == ["s-1.json"])
    #expect(atlas.warnings.count == 3)
  }

  @Test(arguments: [
    ("{\"frames\":\"x\"}", "neither"),
    ("{\"frames\":{\"f\":{}},\"meta\":{}}", "frame is not an object"),
    ("{\"frames\":{\"f\":\(packedFrame(-1, 0, 8, 8))}}", "negative"),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 0, 0))}}", "no size"),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 8, 8, source: (8, 0)))}}", "no size"),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 4_294_967_296, 8))}}", "beyond"),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 8, 8, more: ",\"duration\":-5"))}}", "milliseconds"),
    (
      "{\"frames\":{\"f\":\(packedFrame(0, 0, 8, 8, more: ",\"duration\":\"5\""))}}", "milliseconds"
    ),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 8, 8))},\"meta\":{\"scale\":\"0\"}}", "scale"),
    ("{\"frames\":{\"f\":\(packedFrame(0, 0, 8, 8))},\"meta\":{\"image\":[]}}", "not a string"),
    (
      "{\"frames\":{\"f\":\(packedFrame(60, 60, 16, 16))},\"meta\":{\"size\":{\"w\":64,\"h\":64}}}",
      "outside"
    ),
  ])
  func brokenRulesAreNamed(text: String, part: String) {
    #expect {
      _ = try readAtlas(text)
    } throws: { error in
      let failure = error as? AtlasError
      return failure?.reason.description.contains(part) == true && failure?.kind == .damagedInput
    }
  }

  @Test func anEmptyFrameKeepsItsPlaceAndTime() throws {
    let frame = packedFrame(0, 0, 0, 0, source: (8, 8), more: ",\"duration\":40")
    let atlas = try readAtlas("{\"frames\":{\"f\":\(frame)},\"meta\":{}}")
    #expect(atlas.frames[0].rect.isEmpty)
    #expect(atlas.frames[0].sourceSize == PixelSize(width: 8, height: 8))
  }

  @Test func limitsAreExact() throws {
    func text(_ count: Int) -> String {
      let frames = (0..<count).map { "\"f\($0)\":\(packedFrame(0, 0, 8, 8))" }
      return "{\"frames\":{\(frames.joined(separator: ","))},\"meta\":{}}"
    }
    #expect(try readAtlas(text(3), limits: limits(frames: 3)).frames.count == 3)
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 4, allowed: 3)) {
      try readAtlas(text(4), limits: limits(frames: 3))
    }
    var small = ReadingLimits()
    small.maxSide = 8
    small.maxPixels = 63
    #expect(throws: ReadingError.limitExceeded(limit: .pixels, value: 64, allowed: 63)) {
      try readAtlas(text(1), limits: small)
    }
    small.maxSide = 7
    #expect(throws: ReadingError.limitExceeded(limit: .side, value: 8, allowed: 7)) {
      try readAtlas(text(1), limits: small)
    }
  }

  @Test func framesPlayByTheirNumbersHoweverTheyArePacked() throws {
    func order(_ names: [String], more: String = "") throws -> [Int] {
      let frames = names.map { "\"\($0)\":\(packedFrame(0, 0, 1, 1, more: more))" }
      return try readAtlas("{\"frames\":{\(frames.joined(separator: ","))},\"meta\":{}}")
        .playOrder().indices
    }
    #expect(try order(["f1", "f10", "f2"]) == [0, 2, 1])
    #expect(try order(["f1", "f10", "f2"], more: ",\"duration\":10") == [0, 1, 2])
    #expect(try order(["f2", "f1", "f10"]) == [1, 0, 2])
    #expect(try order(["f2", "f1", "f10"], more: ",\"duration\":10") == [0, 1, 2])
    #expect(try order(["run2", "Jump1", "run1", "logo", "Jump0"]) == [2, 0, 4, 1, 3])
    #expect(try order(["a/w1", "b/w0", "a/w0"]) == [2, 0, 1])
    #expect(try order(["w1_in.png", "w0_out.png", "w0_in.png"]) == [2, 0, 1])
    // Three animations of one frame each, in order of first appearance.
    #expect(try order(["w1_1", "w10_1", "w2_1"]) == [0, 1, 2])
  }

  @Test func phaserMultiAtlasHasAPageForEachTexture() throws {
    let frame = String(packedFrame(0, 0, 8, 8).dropFirst())
    let atlas = try readAtlas(
      """
      {"textures":[
      {"image":"a.png","size":{"w":8,"h":8},"scale":1,"frames":[{"filename":"x",\(frame)]},
      {"image":"b.png","size":{"w":8,"h":8},"scale":1,"frames":[{"filename":"y",\(frame)]}],
      "meta":{"app":"x"}}
      """)
    #expect(atlas.pages.map(\.image) == ["a.png", "b.png"])
    #expect(atlas.frames.map(\.page) == [0, 1])
  }

  @Test func packsAreFollowedOnce() throws {
    func pack(_ name: String, _ packs: String) -> String {
      "{\"frames\":{\"\(name)\":\(packedFrame(0, 0, 8, 8))},\"animations\":{\"\(name)\":[\"\(name)\"]},"
        + "\"meta\":{\"image\":\"\(name).png\",\"related_multi_packs\":[\(packs)]}}"
    }
    let files = [
      "a.json": pack("a", "\"b.json\",\"a.json\""), "b.json": pack("b", "\"a.json\",\"b.json\""),
    ]
    var opened: [String] = []
    let atlas = try MultiPack.read(
      readAtlas(files["a.json"]!), name: "a.json", limits: defaultLimits
    ) { name in
      opened.append(name)
      return Array(files[name, default: ""].utf8)
    }
    #expect(opened == ["b.json"])
    #expect(atlas.frames.map(\.name) == ["a", "b"])
    #expect(atlas.frames.map(\.page) == [0, 1])
    #expect(atlas.animations.map(\.indices) == [[0], [1]])
    #expect(atlas.relatedFiles.isEmpty)
  }
}
