import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases

@Suite struct AsepriteWriterTests {
  @Test func writesTheDocumentedFields() throws {
    let expected = """
      {
        "frames": {
          "walk_0000": {"frame": {"x": 0, "y": 0, "w": 4, "h": 3}, "rotated": false, \
      "trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 4, "h": 3}, \
      "sourceSize": {"w": 4, "h": 3}, "duration": 70},
          "walk_0001": {"frame": {"x": 4, "y": 0, "w": 4, "h": 3}, "rotated": true, \
      "trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 4, "h": 3}, \
      "sourceSize": {"w": 4, "h": 3}, "duration": 100},
          "walk_0002": {"frame": {"x": 8, "y": 0, "w": 3, "h": 2}, "rotated": false, \
      "trimmed": true, "spriteSourceSize": {"x": 1, "y": 0, "w": 3, "h": 2}, \
      "sourceSize": {"w": 4, "h": 3}, "duration": 30}
        },
        "animations": {
          "walk": ["walk_0000", "walk_0000", "walk_0000", "walk_0000", "walk_0000", "walk_0000", \
      "walk_0000", "walk_0001", "walk_0001", "walk_0001", "walk_0001", "walk_0001", "walk_0001", \
      "walk_0001", "walk_0001", "walk_0001", "walk_0001", "walk_0002", "walk_0002", "walk_0002"]
        },
        "meta": {
          "app": "animconv",
          "version": "1.0",
          "image": "walk.png",
          "format": "RGBA8888",
          "size": {"w": 12, "h": 4},
          "scale": "1",
          "frameTags": [
            {"name": "walk", "from": 0, "to": 2, "direction": "forward", "repeat": "2"}
          ]
        }
      }

      """
    #expect(try text(.aseprite, packedAtlas()) == expected)
  }

  @Test(arguments: [AtlasDataFormat.aseprite, .asepriteArray])
  func isReadBackAsItWas(format: AtlasDataFormat) throws {
    for atlas in [sampleAtlas(), packedAtlas(), twoPageAtlas()] {
      let read = try readBack(format, atlas)
      #expect(read.format == .aseprite)
      #expect(read.frames == atlas.frames)
      #expect(read.pages == atlas.pages)
      #expect(read.warnings.isEmpty)
    }
    let tags = try readBack(format, packedAtlas()).tags
    #expect(tags == [AtlasTag(name: "walk", from: 0, to: 2, repeats: 2)])
  }

  @Test func numbersAreTheOnlyNamesOfPhaser() throws {
    let atlas = sampleAtlas(plays: .forever)
    let read = try readBack(.asepriteNumbers, atlas)
    #expect(read.frames.map(\.name) == ["0", "1", "2"])
    #expect(read.frameTimes == atlas.frameTimes)
    #expect(read.tags == [AtlasTag(name: "walk", from: 0, to: 2)])
    #expect(read.animations.isEmpty)
  }

  @Test func ownTagsAreKeptInEveryDirection() throws {
    var atlas = sampleAtlas()
    atlas.tags = AtlasTag.Direction.allCases.map {
      AtlasTag(name: "\($0)", from: 1, to: 2, direction: $0, repeats: $0 == .reverse ? 3 : nil)
    }
    for format in [AtlasDataFormat.aseprite, .asepriteArray, .asepriteNumbers] {
      #expect(try readBack(format, atlas).tags == atlas.tags)
    }
  }

  /// 30000/1001 frames a second: 33.37 ms each. Rounding each duration would lose 37 ms in 100
  /// frames.
  @Test func roundedMillisecondsDoNotAddUp() throws {
    var atlas = sampleAtlas()
    atlas.frames = (0..<100).map { index in
      var frame = atlas.frames[0]
      frame.name = "f\(index)"
      frame.delay = .declared(ticks: 1, timebase: Timebase(1001, 30000))
      return frame
    }
    var end: Int64 = 0
    for (index, frame) in try readBack(.asepriteArray, atlas).frames.enumerated() {
      end += try #require(frame.delay.time).ticks(in: .milliseconds, rounding: .exact)
      let exact = RationalTime(Int64(index + 1) * 1001, 30000)
      #expect(try end == exact.ticks(in: .milliseconds, rounding: .nearest))
    }
    #expect(end == 3337)
  }

  @Test func anAnimationWithTooManyHoldsIsLeftToTheDurations() throws {
    var atlas = sampleAtlas()
    atlas.frames[0].delay = .milliseconds(40_001)
    let read = try readBack(.aseprite, atlas)
    #expect(read.animations.isEmpty)
    #expect(read.frameTimes == atlas.frameTimes)
    #expect(read.tags.count == 1)
  }

  @Test func whatCannotBeSaidIsRefused() throws {
    var atlas = sampleAtlas()
    atlas.frames[2].name = "walk_0000"
    #expect(throws: AtlasWritingError.repeatedName("walk_0000", format: .aseprite)) {
      try text(.aseprite, atlas)
    }
    #expect(try readBack(.asepriteArray, atlas).frames == atlas.frames)
    atlas.frames[1].delay = .missing
    #expect(throws: AtlasWritingError.missingDuration(frame: 1, format: .asepriteArray)) {
      try text(.asepriteArray, atlas)
    }
    #expect(
      throws: AtlasWritingError.cannotSay(.rotation, format: .asepriteNumbers)
    ) { try text(.asepriteNumbers, packedAtlas()) }
    #expect(
      throws: AtlasWritingError.cannotSay(.severalPages, format: .asepriteNumbers)
    ) { try texts(.asepriteNumbers, twoPageAtlas()) }
    #expect(
      throws: AtlasWritingError.cannotSay(.otherRotation, format: .aseprite)
    ) { try text(.aseprite, packedAtlas(turned: .counterclockwise)) }
    var mixed = twoPageAtlas()
    mixed.frames.swapAt(1, 2)
    #expect(throws: AtlasWritingError.cannotSay(.mixedPages, format: .aseprite)) {
      try texts(.aseprite, mixed)
    }
  }
}
