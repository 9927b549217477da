import AnimTiming
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// The formats of animation programs, each with one picture of six cells of 8x8.
@Suite struct ProgramFormatsTests {
  private static let sheet = DrawnSheet(24, 16, alphas: [255, 255, 90])

  private static func cell(_ number: Int) -> [UInt32] {
    sheet.cut(number % 3 * 8, number / 3 * 8, 8, 8)
  }

  /// Reads data with a given name and images next to it.
  private func read(
    _ data: String, named name: String, pictures: [String] = ["sheet.png"], in place: String = "",
    marks: [String] = [], tag: String? = nil, _ body: (any FrameSource) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      for mark in marks { try folder.write("", to: mark) }
      for picture in pictures {
        try makeFolder(of: picture, in: folder)
        try folder.write(Self.sheet.png(), to: picture)
      }
      let path = place.isEmpty ? name : "\(place)/\(name)"
      try makeFolder(of: path, in: folder)
      try folder.write(data, to: path)
      var options = ReadingOptions()
      options.sheet.tag = tag
      try body(openSource(.path(folder.appending(path)), options: options))
    }
  }

  private func makeFolder(of file: String, in folder: TemporaryFolder) throws {
    let parts = file.split(separator: "/").dropLast()
    if !parts.isEmpty {
      _ = try Command.run(
        "mkdir", "-p", folder.appending(parts.joined(separator: "/")).string)
    }
  }

  private func milliseconds(_ source: any FrameSource) -> [Int64] {
    source.info.frames.map { frame in
      frame.delay.time.map { $0.numerator * 1000 / $0.denominator } ?? -1
    }
  }

  // MARK: Minecraft

  @Test(arguments: [
    (#"{"animation":{}}"#, [0, 1, 2], [50, 50, 50]),
    (#"{"animation":{"frametime":3,"frames":[]}}"#, [0, 1, 2], [150, 150, 150]),
    (
      #"{"animation":{"frametime":2,"frames":[2,{"index":0,"time":7},2,9]}}"#, [2, 0, 2],
      [100, 350, 100]
    ),
  ])
  func ticksOfMinecraftAreTwentiethsOfASecond(
    data: String, cells: [Int], times: [Int64]
  ) throws {
    try TemporaryFolder.with { folder in
      let strip = DrawnSheet(8, 24, pixels: Array(Self.sheet.pixels.prefix(8 * 24)))
      try folder.write(strip.png(), to: "a.png")
      try folder.write(data, to: "a.png.mcmeta")
      // The image alone is sufficient.
      for name in ["a.png.mcmeta", "a.png"] {
        let source = try openSource(.path(folder.appending(name)))
        #expect(source.info.size == PixelSize(width: 8, height: 8))
        #expect(milliseconds(source) == times)
        #expect(source.info.plays == .forever)
        let pixels = try source.allPixels()
        #expect(pixels == cells.map { strip.cut(0, $0 * 8, 8, 8) })
      }
      var options = ReadingOptions()
      options.sheet.use = .never
      let still = try openSource(.path(folder.appending("a.png")), options: options)
      #expect(still.info.size == PixelSize(width: 8, height: 24))
    }
  }

  @Test(arguments: [
    #"{"animation":{"frametime":0}}"#, #"{"animation":{"frames":["x"]}}"#,
    #"{"animation":{"width":99999999999}}"#, #"{"animation":{"width":64}}"#,
    #"{"animation":{"frametime":9223372036854775807}}"#, #"{"texture":{"blur":true}}"#,
    #"{"animation":{"frames":[9223372036854775807]}}"#,
  ])
  func brokenMinecraftAnimationsAreRefused(data: String) {
    #expect(throws: (any Error).self) {
      try read(data, named: "sheet.png.mcmeta") { _ in }
    }
  }

  // MARK: Strips

  @Test func aStripSaysHowManyFramesItHas() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.sheet.png(), to: "hero_strip3.png")
      try folder.write(Self.sheet.png(), to: "hero_strip5.png")
      let source = try openSource(.path(folder.appending("hero_strip3.png")))
      let pixels = try source.allPixels()
      #expect(pixels == (0..<3).map { Self.sheet.cut($0 * 8, 0, 8, 16) })
      #expect(throws: AtlasError.self) {
        try openSource(.path(folder.appending("hero_strip5.png")))
      }
    }
  }

  // MARK: GameMaker

  private static let gameMaker = """
    {"resourceType":"GMSprite","name":"spr_a","width":24,"height":16,"frames":[
    {"name":"one",},{"name":"two",},],"sequence":{"playback":1,"playbackSpeed":8.0,
    "playbackSpeedType":0,"tracks":[{"keyframes":{"Keyframes":[
    {"Key":1.0,"Length":2.0,"Channels":{"0":{"Id":{"name":"one",},},},},
    {"Key":0.0,"Length":1.0,"Channels":{"0":{"Id":{"name":"two",},},},},
    ],},},],},}
    """

  @Test func keyframesOfGameMakerHaveOrderAndLength() throws {
    try read(Self.gameMaker, named: "spr_a.yy", pictures: ["one.png", "two.png"]) { source in
      #expect(milliseconds(source) == [125, 250])
      #expect(source.info.plays == .forever)
      #expect(source.info.animations.map(\.name) == ["spr_a"])
      let pixels = try source.allPixels()
      #expect(pixels == [Self.sheet.pixels, Self.sheet.pixels])
    }
    let once = Self.gameMaker.replacing(#""playback":1"#, with: #""playback":0"#)
      .replacing(#"SpeedType":0"#, with: #"SpeedType":1"#)
    try read(once, named: "spr_a.yy", pictures: ["one.png", "two.png"]) { source in
      #expect(source.info.plays == .plays(1))
      #expect(source.info.frames[0].delay.time == RationalTime(1, 480))
    }
  }

  @Test func framesOfGameMakerStayInTheirFolder() {
    let data = Self.gameMaker.replacing("\"one\"", with: "\"../one\"")
    #expect(throws: AtlasError.imageRefused(name: "../one.png", reason: .outsideFolder)) {
      try read(data, named: "a/spr_a.yy", pictures: ["one.png", "a/two.png"]) { _ in }
    }
  }

  // MARK: Tiled

  private static let tileset = """
    <?xml version="1.0" encoding="UTF-8"?>
    <tileset name="t" tilewidth="8" tileheight="8" tilecount="6" columns="3">
     <image source="sheet.png" width="24" height="16"/>
     <tile id="1"><properties><property name="name" value="flag"/></properties>
      <animation><frame tileid="4" duration="100"/><frame tileid="1" duration="250"/></animation>
     </tile>
     <tile id="3"><animation><frame tileid="3" duration="70"/></animation></tile>
    </tileset>
    """

  @Test func animatedTilesAreAnimations() throws {
    let json = """
      {"type":"tileset","image":"sheet.png","imagewidth":24,"imageheight":16,"tilewidth":8,
      "tileheight":8,"columns":3,"tilecount":6,"spacing":0,"margin":0,"tiles":[{"id":1,"properties":
      [{"name":"name","value":"flag"}],"animation":[{"tileid":4,"duration":100},
      {"tileid":1,"duration":250}]},{"id":3,"animation":[{"tileid":3,"duration":70}]}]}
      """
    let map =
      "<map>\(Self.tileset.split(separator: "\n").dropFirst().joined(separator: "\n"))</map>"
    for (data, name) in [(Self.tileset, "t.tsx"), (json, "t.tsj"), (map, "t.tmx")] {
      try read(data, named: name, tag: "flag") { source in
        #expect(source.info.animations.map(\.name) == ["flag", "3"], "\(name)")
        #expect(source.info.animations.map(\.frameCount) == [2, 1])
        #expect(source.info.animations[0].duration == RationalTime(35, 100))
        #expect(milliseconds(source) == [100, 250])
        let pixels = try source.allPixels()
        #expect(pixels == [Self.cell(4), Self.cell(1)])
      }
    }
  }

  @Test(arguments: [
    ("columns=\"3\"", "columns=\"1\"", nil), ("tileid=\"4\"", "tileid=\"6\"", "no tile 6"),
    ("tileid=\"4\"", "tileid=\"-1\"", "no tile -1"),
    ("tilewidth=\"8\"", "tilewidth=\"0\"", "tilewidth"),
    ("duration=\"250\"", "duration=\"-5\"", "duration"), ("<animation>", "<other>", nil),
    ("tileid=\"4\"", "tileid=\"9223372036854775807\"", "no tile"),
  ])
  func brokenTilesetsAreRefused(old: String, new: String, part: String?) throws {
    let data = Self.tileset.replacing(old, with: new)
    do {
      try read(data, named: "t.tsx") { source in _ = try source.allPixels() }
      if part != nil { Issue.record("\(new) was read") }
    } catch {
      if let part { #expect("\(error)".contains(part), "\(error)") }
    }
  }

  // MARK: Defold

  @Test func tilesOfDefoldCountFromOneAndPathsFromTheProject() throws {
    let data = """
      image: "/art/sheet.png"
      tile_width: 8
      tile_height: 8
      animations { id: "back" start_tile: 5 end_tile: 6 playback: PLAYBACK_ONCE_BACKWARD fps: 8 }
      animations { id: "turn" start_tile: 1 end_tile: 3 playback: PLAYBACK_LOOP_PINGPONG }
      """
    func read(_ tag: String, _ body: (any FrameSource) throws -> Void) throws {
      try self.read(
        data, named: "a.tilesource", pictures: ["art/sheet.png"], in: "deep/er",
        marks: ["game.project"], tag: tag, body)
    }
    try read("back") { source in
      #expect(milliseconds(source) == [125, 125])
      #expect(source.info.plays == .plays(1))
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(5), Self.cell(4)])
    }
    try read("turn") { source in
      #expect(source.info.frames[0].delay.time == RationalTime(1, 30))
      let pixels = try source.allPixels()
      #expect(pixels == [0, 1, 2, 1].map(Self.cell))
    }
  }

  @Test func pictureListsOfDefoldPlayInTheirOrder() throws {
    let data = """
      images { image: "/art/logo.png" }
      animations { id: "run" images { image: "/art/b.png" } images { image: "/art/a.png" } fps: 10 }
      """
    // A part of a project may lack the file that marks its folder.
    for marks in [["game.project"], []] {
      try read(
        data, named: "a.atlas", pictures: ["art/a.png", "art/b.png", "art/logo.png"],
        in: "art/deep",
        marks: marks
      ) { source in
        #expect(milliseconds(source) == [100, 100])
        #expect(source.info.animations.map(\.name) == ["run"])
      }
    }
    let outside = data.replacing("/art/b.png", with: "/../b.png")
    #expect(throws: AtlasError.self) {
      try read(
        outside, named: "a.atlas", pictures: ["art/a.png", "art/logo.png"], marks: ["game.project"]
      ) { _ in }
    }
  }

  @Test(arguments: [
    "images {", "animations { id: \"a\" ", "images { image: \"a.png\" } }",
    String(repeating: "images { ", count: 100_000),
  ])
  func brokenDefoldTextsAreRefused(data: String) {
    #expect(throws: (any Error).self) { try read(data, named: "a.atlas") { _ in } }
  }

  // MARK: Texts and XML

  @Test func linesOfUnityCountFromBelow() throws {
    let data = """
      # made
      :format=40300
      :texture=sheet.png
      :size=24x16

      run_1;8;0;8;8; 0.5;0; 0;0;0;0
      run_0;0;8;8;8; 0.5;0; 0;0;0;0
      """
    try read(data, named: "sheet.tpsheet") { source in
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(0), Self.cell(4)])
    }
    let polygon = data.replacing(
      "0.5;0; 0;0;0;0\nrun_0", with: "0.5;0; 0;0;0;0; 3;0;0;1;1;2;2;1;0;1;2\nrun_0")
    #expect(throws: AtlasError.self) { try read(polygon, named: "sheet.tpsheet") { _ in } }
  }

  @Test func shortNamesOfOtherWritersAreRead() throws {
    let generic = """
      <TextureAtlas imagePath="sheet.png" width="24" height="16">
      <sprite n="f_1.png" x="8" y="0" w="8" h="8"/>
      <sprite n="f_0.png" x="0" y="8" w="8" h="4" oX="0" oY="4" oW="8" oH="8"/></TextureAtlas>
      """
    let egret = """
      {"file":"sheet.png","frames":{"f_1":{"x":8,"y":0,"w":8,"h":8,"offX":0,"offY":0,"sourceW":8,
      "sourceH":8},"f_0":{"x":0,"y":8,"w":8,"h":4,"offX":0,"offY":4,"sourceW":8,"sourceH":8}}}
      """
    let low = Array(repeating: UInt32(0), count: 32) + Self.sheet.cut(0, 8, 8, 4)
    for (data, name) in [(generic, "a.xml"), (egret, "a.json")] {
      try read(data, named: name) { source in
        let pixels = try source.allPixels()
        #expect(pixels == [low, Self.cell(1)], "\(name)")
      }
    }
    let old = """
      <TextureAtlas imagePath="sheet.png"><SubTexture name="a" x="16" y="8" w="8" h="8"/></TextureAtlas>
      """
    try read(old, named: "a.xml") { source in
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(5)])
    }
    try read("b = 8 8 8 8\na = 0 0 8 8\n", named: "sheet.txt") { source in
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(4), Self.cell(0)])
    }
  }

  @Test func aClipOfEgretHasOneOriginAndItsTimes() throws {
    let data = """
      {"mc":{"walk":{"frameRate":10,"frames":[{"res":"a","x":-2,"y":0},
      {"res":"b","x":2,"y":4,"duration":3}]}},"res":{"a":{"x":0,"y":0,"w":8,"h":8},
      "b":{"x":8,"y":0,"w":8,"h":8}}}
      """
    try read(data, named: "sheet.json") { source in
      #expect(source.info.size == PixelSize(width: 12, height: 12))
      #expect(milliseconds(source) == [100, 300])
      let second = try source.allPixels()[1]
      #expect(second[4 * 12 + 4] == Self.sheet.pixel(8, 0))
    }
  }

  @Test(arguments: [true, false])
  func utf16IsRead(isLittle: Bool) throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="utf-16"?>
      <TextureAtlas imagePath="sheet.png"><SubTexture name="ä0000" x="8" y="0" width="8" height="8"/>
      </TextureAtlas>
      """
    try TemporaryFolder.with { folder in
      try folder.write(Self.sheet.png(), to: "sheet.png")
      let bytes = text.utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit & 255), UInt8(unit >> 8)]
        return isLittle ? pair : pair.reversed()
      }
      try folder.write(bytes, to: "a.xml")
      let source = try openSource(.path(folder.appending("a.xml")))
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(1)])
    }
  }

  @Test func asciiThatCallsItselfUTF16IsRead() throws {
    let data = """
      <?xml version="1.0" encoding="UTF-16"?>
      <TextureAtlas imagePath="sheet.png"><SubTexture name="a" x="8" y="0" width="8" height="8"/>
      </TextureAtlas>
      """
    try read(data, named: "a.xml") { source in
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(1)])
    }
  }

  // MARK: Cocos2d

  @Test func format0HasItsNumbersOneByOne() throws {
    func number(_ key: String, _ value: String) -> String {
      "<key>\(key)</key><real>\(value)</real>"
    }
    let frame = [
      ("x", "8"), ("y", "0"), ("width", "8"), ("height", "8"), ("offsetX", "0.5"),
      ("offsetY", "-1"), ("originalWidth", "-9"), ("originalHeight", "10"),
    ].map(number).joined()
    let data = """
      <plist version="1.0"><dict><key>frames</key><dict><key>a.png</key><dict>\(frame)</dict></dict>
      </dict></plist>
      """
    try read(data, named: "sheet.plist") { source in
      #expect(source.info.size == PixelSize(width: 9, height: 10))
      let pixels = try source.allPixels()[0]
      #expect(pixels[2 * 9 + 1] == Self.sheet.pixel(8, 0))
    }
  }

  @Test func aListOfAnimationsFindsItsSheets() throws {
    let list = """
      <plist version="1.0"><dict><key>animations</key><dict><key>go</key><dict><key>delay</key>
      <real>0.2</real><key>frames</key><array><string>b.png</string><string>a.png</string></array>
      </dict><key>gone</key><dict><key>delay</key><real>0.1</real><key>frames</key><array>
      <string>none.png</string></array></dict></dict></dict></plist>
      """
    let sheet = """
      <plist version="1.0"><dict><key>frames</key><dict>
      <key>a.png</key><dict><key>frame</key><string>{{0,0},{8,8}}</string></dict>
      <key>b.png</key><dict><key>frame</key><string>{{8,8},{8,8}}</string></dict></dict>
      <key>metadata</key><dict><key>format</key><integer>2</integer>
      <key>textureFileName</key><string></string></dict></dict></plist>
      """
    try TemporaryFolder.with { folder in
      try folder.write(Self.sheet.png(), to: "sheet.png")
      try folder.write(sheet, to: "sheet.plist")
      try folder.write(list, to: "all.plist")
      let source = try openSource(.path(folder.appending("all.plist")))
      #expect(milliseconds(source) == [200, 200])
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(4), Self.cell(0)])
      #expect(source.info.warnings.count == 1)
    }
  }

  // MARK: Locations of pictures

  private static func packed(_ image: String) -> String {
    #"{"frames":{"a":{"frame":{"x":8,"y":0,"w":8,"h":8}}},"meta":{"image":"\#(image)"}}"#
  }

  @Test(arguments: [
    (#"C:\\art\\sheet.png"#, "sheet.png"), ("/home/me/sheet.png", "sheet.png"),
    ("../out/sheet.png", "sheet.png"), ("out/sheet.png", "sheet.png"), ("other.png", "data.png"),
    ("data.pvr.gz", "data.png"), ("other.png", "data.webp"),
  ])
  func aPictureThatIsNotWhereTheDataSaysIsFoundBesideIt(named: String, there: String) throws {
    // Only the name says WebP; the bytes decide.
    try read(Self.packed(named), named: "data.json", pictures: [there]) { source in
      let pixels = try source.allPixels()
      #expect(pixels == [Self.cell(1)])
      #expect(source.info.notes.contains { $0.text(.options).contains("beside the data") })
    }
  }

  @Test func aPictureCanBeGiven() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.sheet.png(), to: "elsewhere.png")
      try folder.write(Self.packed("gone.png"), to: "data.json")
      let path = AnimationInput.path(folder.appending("data.json"))
      #expect(throws: AtlasError.imageNotFound(name: "gone.png")) { _ = try openSource(path) }
      var options = ReadingOptions()
      options.sheet.image = folder.appending("elsewhere.png").string
      #expect(try openSource(path, options: options).allPixels() == [Self.cell(1)])
    }
  }

  @Test func wholePicturesOfAGodotProjectAreFrames() throws {
    let frames = """
      animations = [{
      "frames": [{"duration": 1.0, "texture": ExtResource("1")}],
      "loop": 1, "name": &"a", "speed": 4.0
      }, {
      "frames": [{"duration": 2.0, "texture": ExtResource("1")}],
      "loop": 0, "name": &"b", "speed": 5.0
      }]
      """
    let picture = """
      [ext_resource type="Texture2D" path="res://art/sheet.png" id="1"]
      """
    let resource = """
      [gd_resource type="SpriteFrames" format=3]
      \(picture)
      [resource]
      \(frames)
      """
    let scene = """
      [gd_scene format=3]
      [ext_resource type="Script" path="res://a.gd" id="9"]
      \(picture)
      [sub_resource type="SpriteFrames" id="S"]
      \(frames)
      [sub_resource type="RectangleShape2D" id="R"]
      size = Vector2(3, 4)
      [node name="Hero" type="AnimatedSprite2D"]
      sprite_frames = SubResource("S")
      metadata/_edit_group_ = true
      """
    for (data, name) in [(resource, "a.tres"), (scene, "a.tscn")] {
      try read(
        data, named: name, pictures: ["art/sheet.png"], in: "deep", marks: ["project.godot"],
        tag: "b"
      ) { source in
        #expect(source.info.animations.map(\.name) == ["a", "b"], "\(name)")
        #expect(source.info.animations.map(\.plays) == [.forever, .plays(1)])
        #expect(milliseconds(source) == [400])
        let pixels = try source.allPixels()
        #expect(pixels == [Self.sheet.pixels])
      }
    }
  }

  // MARK: Piskel

  @Test func layersOfPiskelLieOverEachOther() throws {
    let below = base64(DrawnSheet(16, 8, pixels: Array(repeating: 0xFF00_00FF, count: 128)).png())
    let above = base64(DrawnSheet(8, 16, pixels: Array(repeating: 0xFFFF_0000, count: 128)).png())
    func layer(_ more: String) -> String {
      "{\\\"name\\\":\\\"l\\\",\\\"frameCount\\\":2,\(more.replacing("\"", with: "\\\""))}"
    }
    let prefix = "data:image/png;base64,"
    let data = """
      {"modelVersion":2,"piskel":{"name":"p","fps":4,"width":8,"height":8,"layers":[
      "\(layer("\"opacity\":1,\"base64PNG\":\"\(prefix)\(below)\""))",
      "\(layer("\"opacity\":0.5,\"chunks\":[{\"layout\":[[1,0]],\"base64PNG\":\"\(prefix)\(above)\"}]"))"]}}
      """
    try read(data, named: "p.piskel", pictures: []) { source in
      #expect(milliseconds(source) == [250, 250])
      let pixels = try source.allPixels()
      #expect(Set(pixels.flatMap(\.self)) == [0xFF80_007F])
    }
    for broken in ["!", "AAAA", ""] {
      #expect(throws: (any Error).self) {
        try read(
          data.replacing(below, with: broken), named: "p.piskel", pictures: []
        ) { _ = try $0.allPixels() }
      }
    }
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)]) + [0, 0]
      let value = Int(part[0]) << 16 | Int(part[1]) << 8 | Int(part[2])
      let count = min(3, bytes.count - start)
      for place in 0..<4 {
        text.append(place > count ? "=" : digits[value >> (18 - 6 * place) & 63])
      }
    }
    return text
  }
}
