import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Raster

@Suite struct GodotSpriteFramesTests {
  static let resource = """
    [gd_resource type="SpriteFrames" load_steps=4 format=3 uid="uid://abc"]

    [ext_resource type="Texture2D" uid="uid://x" path="res://art/hero.png" id="1_a"]

    [sub_resource type="AtlasTexture" id="AtlasTexture_1"]
    atlas = ExtResource("1_a")
    region = Rect2(0, 0, 32, 16)

    ; a comment
    [sub_resource type="AtlasTexture" id="AtlasTexture_2"]
    atlas = ExtResource("1_a")
    region = Rect2(32, 0, 30, 14)
    margin = Rect2(1, 2, 2, 2)
    filter_clip = true

    [resource]
    animations = [{
    "frames": [{
    "duration": 1.0,
    "texture": SubResource("AtlasTexture_1")
    }, {
    "duration": 2.5,
    "texture": SubResource("AtlasTexture_2")
    }, {
    "duration": 3.0,
    "texture": SubResource("AtlasTexture_1")
    }],
    "loop": true,
    "name": &"walk",
    "speed": 12.0
    }]

    """

  @Test func readsAtlasTexturesAndExactTimes() throws {
    let atlas = try readAtlas(Self.resource)
    #expect(try readAtlas("\u{FEFF}" + Self.resource).frames == atlas.frames)
    // Counted from the folder of the project.
    #expect(atlas.pages.map(\.projectFile) == ["project.godot"])
    #expect(atlas.pages.map(\.image) == ["art/hero.png"])
    #expect(atlas.frames.map(\.name) == ["AtlasTexture_1", "AtlasTexture_2"])
    #expect(atlas.frames[1].placement == PixelRect(x: 1, y: 2, width: 30, height: 14))
    #expect(atlas.frames[1].sourceSize == PixelSize(width: 32, height: 16))
    let order = try atlas.playOrder(named: "walk", limits: defaultLimits)
    #expect(order.indices == [0, 1, 0])
    #expect(order.plays == .forever)
    #expect(
      order.delays == [
        .declared(ticks: 1, timebase: Timebase(1, 12)),
        .declared(ticks: 5, timebase: Timebase(1, 24)),
        .declared(ticks: 1, timebase: Timebase(1, 4)),
      ])
  }

  @Test(arguments: [
    ("type=\"SpriteFrames\"", "type=\"PackedScene\""), ("format=3", "format=2"),
    ("type=\"AtlasTexture\" id=\"AtlasTexture_2\"", "type=\"Shader\" id=\"AtlasTexture_2\""),
    ("SubResource(\"AtlasTexture_2\")", "ExtResource(\"1_a\")"),
    ("region = Rect2(32, 0, 30, 14)", ""),
    ("[resource]", "[resource]\nscript = ExtResource(\"1_a\")"),
    ("[resource]", "[node]"), ("\"speed\": 12.0", "\"speed\": 0.0"),
    ("ExtResource(\"1_a\")", "load(\"x\")"),
    ("Rect2(0, 0, 32, 16)", "Rect2(0, 0, 32.5, 16)"), ("}]\n", "}"), ("[resource]", "[resource"),
    ("\"AtlasTexture_1\")\n}, {", "\"AtlasTexture_9\")\n}, {"),
  ])
  func whatIsNotStaticIsRefused(old: String, new: String) {
    let text = Self.resource.replacing(old, with: new)
    #expect(text != Self.resource)
    #expect(throws: AtlasError.self) { try readAtlas(text) }
  }

  @Test func depthIsLimited() {
    let text = Self.resource.replacing(
      "Rect2(0, 0, 32, 16)", with: String(repeating: "[", count: 100_000))
    #expect(throws: AtlasError.limitExceeded(limit: .depth, value: 65, allowed: 64)) {
      try readAtlas(text)
    }
  }
}
