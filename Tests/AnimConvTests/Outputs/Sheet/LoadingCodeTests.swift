import AnimTiming
import AtlasTestSupport
import Foundation
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Writing

/// Code that is printed for programs that load a sheet.
@Suite struct LoadingCodeTests {
  private func code(_ format: AtlasDataFormat, _ atlas: Atlas) throws -> String? {
    let files = AtlasWriter.filesByFormat(
      [format], baseName: "he\"ro", pageCount: atlas.pages.count)
    return try LoadingCode.text(
      SheetDescription(
        atlas, format: format, baseName: "he\"ro", stem: "he\"ro", fileNames: files[0].names))
  }

  private var tagged: Atlas {
    var atlas = sampleAtlas()
    atlas.tags = [
      AtlasTag(name: "run", from: 1, to: 2, direction: .forward, repeats: 2),
      AtlasTag(name: "idle", from: 0, to: 0, direction: .forward, repeats: nil),
    ]
    return atlas
  }

  private static let hasNode = (try? Command.run("node", "--version")) != nil

  /// Runs the code against a scene that records every call.
  private func calls(_ code: String) throws -> String {
    let program = """
      const calls = [];
      const log = name => (...values) => { calls.push(name + JSON.stringify(values)); return sprite; };
      const sprite = { play: log('play') };
      const scene = {
        load: { multiatlas: log('multiatlas'), animation: log('animation'), aseprite: log('aseprite') },
        anims: { createFromAseprite: log('createFromAseprite') }, add: { sprite: log('sprite') } };
      \(code)
      preload.call(scene); create.call(scene);
      process.stdout.write(calls.join('\\n'));
      """
    return try String(decoding: Command.run("node", "-e", program), as: UTF8.self)
  }

  @Test(.enabled(if: hasNode, "needs node"))
  func phaserLoadsWhatWasWritten() throws {
    #expect(
      try calls(#require(try code(.phaser, tagged))) == """
        multiatlas["he\\"ro","he\\"ro.json"]
        animation["he\\"ro-animations","he\\"ro.animations.json"]
        sprite[100,100,"he\\"ro"]
        play["run"]
        """)
    #expect(
      try calls(#require(try code(.asepriteNumbers, tagged))) == """
        aseprite["he\\"ro","walk.png","he\\"ro.json"]
        createFromAseprite["he\\"ro"]
        sprite[100,100,"he\\"ro"]
        play[{"key":"run","repeat":1}]
        """)
  }

  @Test func godotPlaysTheFirstAnimation() throws {
    let text = try #require(try code(.godot, tagged))
    #expect(text.contains("\tsprite.sprite_frames = load(\"res://he\\\"ro.tres\")\n"))
    #expect(text.contains("\tsprite.play(\"run\")\n"))
  }

  /// The clips have the prefixes of the written names, and all times.
  @Test func starlingHasTheTimesThatItsXMLLacks() throws {
    let text = try #require(try code(.starling, tagged))
    #expect(text.contains("assets.enqueue(\"walk.png\", \"he\\\"ro.xml\");"))
    #expect(
      text.contains("var clip:MovieClip = new MovieClip(assets.getTextures(\"idle_\"), 14.285714);")
    )
    #expect(text.contains("var clip2:MovieClip = new MovieClip(assets.getTextures(\"run_\"), 12);"))
    #expect(
      text.contains("  [0.1, 0.03].forEach(function(time:Number, frame:int, all:Array):void {\n"))
    #expect(!text.contains("clip.loop = false"))
    let xml = try texts(.starling, tagged, baseName: "hero")
    let names = xml.values.joined()
    #expect(names.contains("\"idle_0000\"") && names.contains("\"run_0000\""))
    let once = try #require(try code(.starling, sampleAtlas(plays: .plays(1))))
    #expect(once.contains("clip.loop = false"))
  }

  @Test func unityGetsAnImportScript() throws {
    var atlas = sampleAtlas()
    atlas.tags = []
    let text = try #require(try code(.unity, atlas))
    #expect(text.contains("class TpsheetSprites : AssetPostprocessor"))
    #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
  }

  /// The code for GameMaker, run as JavaScript, shows each frame for its duration, and plays as
  /// often as requested.
  @Test(.enabled(if: hasNode, "needs node"), arguments: [LoopCount.forever, .plays(1), .plays(3)])
  func gameMakerShowsFramesOfAStripForTheirTimes(plays: LoopCount) throws {
    let text = try #require(StripCode.text(sampleAtlas(plays: plays)))
    let parts = text.components(separatedBy: "// Step event\n")
    try #require(parts.count == 2)
    // Steps of 10 ms; frames are shown for 70, 100 and 30 ms.
    let program = """
      var image_index = 0, delta_time = 10000;
      const sprite_add = (...values) => { process.stdout.write(JSON.stringify(values) + '\\n'); };
      \(parts[0])
      delta_time = 10001;
      const shown = [];
      for (let step = 0; step < 70; step += 1) { shown.push(image_index);
      \(parts[1]) }
      process.stdout.write(shown.join(''));
      """
    let cycle = [(0, 7), (1, 10), (2, 3)]
      .map { String(repeating: "\($0)", count: $1) }.joined()
    let count = plays == .forever ? 4 : plays.totalPlays
    let whole = String(repeating: cycle, count: count) + String(repeating: "2", count: 70)
    #expect(
      try String(decoding: Command.run("node", "-e", program), as: UTF8.self)
        == "[\"walk.png\",3,false,false,0,0]\n" + whole.prefix(70))
  }

  @Test func gameMakerHasASpeedForEvenFrames() throws {
    var atlas = sampleAtlas(plays: .forever)
    for index in 0...2 { atlas.frames[index].delay = .milliseconds(80) }
    #expect(
      StripCode.text(atlas) == """
        // Create event
        sprite_index = sprite_add("walk.png", 3, false, false, 0, 0);
        sprite_set_speed(sprite_index, 12.5, spritespeed_framespersecond);

        """)
  }

  @Test(arguments: [AtlasDataFormat.aseprite, .css, .webvtt, .libgdx, .texturePacker])
  func otherFormatsNeedNone(format: AtlasDataFormat) throws {
    #expect(try code(format, sampleAtlas()) == nil)
  }
}
