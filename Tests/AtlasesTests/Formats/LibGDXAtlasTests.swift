import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Raster

@Suite struct LibGDXAtlasTests {
  @Test func readsTheOldForm() throws {
    let atlas = try readAtlas(
      """

      page.png
      size: 64,64
      format: RGBA8888
      filter: Nearest,Nearest
      repeat: none
      walk
        rotate: false
        xy: 2, 2
        size: 10, 20
        orig: 16, 32
        offset: 3, 4
        index: 1
      walk
        rotate: true
        xy: 12, 2
        size: 10, 20
        orig: 10, 20
        offset: 0, 0
        index: 0
      rest
        rotate: false
        xy: 40, 2
        size: 5, 5
        orig: 5, 5
        offset: 0, 0
        index: -1

      second.png
      size: 8,8
      solo
        rotate: false
        xy: 0, 0
        size: 8, 8
      """)
    #expect(atlas.format == .libGDX)
    #expect(atlas.pages.map(\.image) == ["page.png", "second.png"])
    #expect(atlas.frames.map(\.name) == ["walk_0", "walk_1", "rest", "solo"])
    #expect(atlas.frames[0].rotation == .counterclockwise)
    #expect(atlas.frames[0].rect == PixelRect(x: 12, y: 2, width: 20, height: 10))
    // 32 - 4 - 20 = 8 from the top.
    #expect(atlas.frames[1].placement == PixelRect(x: 3, y: 8, width: 10, height: 20))
    #expect(atlas.frames[3].page == 1)
    #expect(atlas.animations == [AtlasAnimation(name: "walk", indices: [0, 1])])
  }

  @Test func readsTheNewForm() throws {
    let atlas = try readAtlas(
      "p.png\nsize:64,64\npma:true\nhead\nindex:0\nbounds:2,21,10,8\nrotate:270\nbg\r\n"
        + "bounds:20,20,17,18\noffsets:2,2,21,42\n")
    #expect(atlas.pages[0].isPremultiplied)
    #expect(atlas.frames[0].rotation == .clockwise)
    #expect(atlas.frames[1].placement == PixelRect(x: 2, y: 22, width: 17, height: 18))
  }

  @Test(arguments: [
    "a\nxy:0,0", "a\nbounds:0,0,1", "a\nbounds:0,0,9,9\nrotate:45", "a\nbounds:a,0,9,9",
    "a\nbounds:0,0,9,9\noffsets:0,9223372036854775807,9,-9223372036854775807",
  ])
  func brokenRegionsAreNamed(region: String) {
    #expect {
      _ = try readAtlas("p.png\nsize:64,64\n" + region)
    } throws: { error in
      if case AtlasError.malformedEntry(.libGDX, "a", _) = error { true } else { false }
    }
  }
}
