import AnimPlay
import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Stages
@testable import TextFormats
@testable import Writing

@Suite struct PhaserWriterTests {
  /// The members that Phaser's parser of multi-atlases and `AnimationManager.fromJSON` need.
  private func animations(_ atlas: Atlas) throws -> [JSONValue] {
    let files = try texts(.phaser, atlas)
    let sheet = try JSONReader.read(Array(try #require(files["walk.json"]).utf8))
    var names: Set<String> = []
    for texture in try #require(sheet["textures"]).elements {
      #expect(texture["image"]?.string != nil)
      #expect(texture["format"]?.string == "RGBA8888")
      #expect(texture["size"]?["w"]?.integer != nil && texture["size"]?["h"]?.integer != nil)
      #expect(texture["scale"]?.number != nil)
      for frame in try #require(texture["frames"]).elements {
        names.insert(try #require(frame["filename"]?.string))
        for key in ["rotated", "trimmed"] { #expect(frame[key]?.bool != nil) }
        for key in ["frame", "spriteSourceSize", "sourceSize"] {
          #expect(frame[key]?["w"]?.integer != nil && frame[key]?["h"]?.integer != nil)
        }
      }
    }
    #expect(sheet["meta"]?["app"]?.string != nil)
    let list = try JSONReader.read(Array(try #require(files["walk.animations.json"]).utf8))
    let animations = try #require(list["anims"]).elements.map { $0 }
    for animation in animations {
      #expect(animation["type"]?.string == "frame")
      #expect(animation["key"]?.string != nil)
      #expect(animation["repeat"]?.integer ?? -2 >= -1)
      #expect(animation["yoyo"]?.bool == false)
      for frame in try #require(animation["frames"]).elements {
        #expect(frame["key"]?.string == "walk")
        #expect(names.contains(try #require(frame["frame"]?.string)))
        #expect(frame["duration"]?.integer ?? 0 > 0)
      }
    }
    return animations
  }

  @Test func everyStepHasItsDuration() throws {
    let animation = try #require(try animations(packedAtlas(for: .phaser)).first)
    #expect(animation["frames"]?.elements.map { $0["duration"]?.integer } == [70, 100, 30])
  }

  /// The runtime's wait after each frame: up to 3.70, the duration plus a frame of the rate; from
  /// 3.80 on, except 3.88, the duration alone.
  @Test func everyPhaserWaitsForTheDuration() throws {
    let animation = try #require(try animations(packedAtlas(for: .phaser)).first)
    let rate = try #require(animation["frameRate"]?.integer)
    let perFrame = 1000 / Double(rate)
    let durations = try #require(animation["frames"]).elements.map {
      Double($0["duration"]?.integer ?? 0)
    }
    let early = durations.map { perFrame + $0 }
    let late = durations.map { $0 == 0 ? perFrame : $0 }
    for waits in [early, late] {
      #expect(zip(waits, [70, 100, 30]).allSatisfy { abs($0 - $1) < 0.002 })
    }
  }

  /// Phaser mirrors the coordinates of rotated frames and does not rotate them back.
  @Test func turnedFramesAreRefusedWithTheWayOut() throws {
    let error = #expect(throws: AtlasWritingError.cannotSay(.rotation, format: .phaser)) {
      try texts(.phaser, packedAtlas())
    }
    #expect(error?.kind.exitCode == 64)
    #expect(error?.remedy?.text(.options) == "leave out --rotate")
    let source = ArraySource(DrawnSprites.pictures, size: DrawnSprites.size)
    try TemporaryFolder.with { folder in
      for rotates in [true, false] {
        let convert = {
          try source.convert(.file(folder.appending("a.png"))) {
            $0.sheet.layout = .packed
            $0.sheet.data = [.phaser]
            $0.sheet.allowsRotation = rotates
          }
        }
        if rotates {
          #expect(throws: ConversionError.self) { try convert() }
          #expect(folder.names == [])
          try source.seek(to: 0)
        } else {
          _ = try convert()
          #expect(folder.names == ["a.animations.json", "a.json", "a.png"])
        }
      }
    }
  }

  @Test func pagesAreTexturesOfOneFile() throws {
    let read = try readBack(.phaser, twoPageAtlas())
    #expect(read.pages == twoPageAtlas().pages)
    #expect(try animations(twoPageAtlas()).count == 1)
  }

  /// Phaser counts repetitions; animconv counts plays.
  @Test(arguments: [(LoopCount.forever, Int64(-1)), (.plays(1), 0), (.plays(3), 2)])
  func playsAreRepetitionsAndOne(plays: LoopCount, repetitions: Int64) throws {
    let animation = try #require(try animations(sampleAtlas(plays: plays)).first)
    #expect(animation["repeat"]?.integer == repetitions)
  }

  @Test func animationsOfAnAtlasKeepTheirOwnTimes() throws {
    var atlas = sampleAtlas()
    atlas.animations = [
      AtlasAnimation(
        name: "slow", indices: [2, 2, 0],
        delays: [.milliseconds(5), .centiseconds(4), .milliseconds(7)], plays: .plays(4))
    ]
    let animation = try #require(try animations(atlas).first)
    #expect(animation["key"]?.string == "slow")
    #expect(animation["repeat"]?.integer == 3)
    #expect(animation["frames"]?.elements.map { $0["duration"]?.integer } == [5, 40, 7])
    #expect(
      animation["frames"]?.elements.map { $0["frame"]?.string }
        == ["walk_0002", "walk_0002", "walk_0000"])
  }
}
