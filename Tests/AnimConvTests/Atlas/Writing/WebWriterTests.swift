import AnimTiming
import Testing

@testable import AnimConv

/// CSS and WebVTT.
@Suite struct WebWriterTests {
  private func style(_ atlas: Atlas) throws -> String {
    try #require(try texts(.css, atlas)["walk.css"])
  }

  /// Equal delays; `columns` frames a row.
  private func even(columns: Int, plays: LoopCount = .forever) -> Atlas {
    var atlas = sampleAtlas(plays: plays)
    atlas.pages[0].size = PixelSize(width: 4 * columns, height: 9)
    for index in 0...2 {
      atlas.frames[index].delay = .centiseconds(14)
      atlas.frames[index].rect.x = 4 * (index % columns)
      atlas.frames[index].rect.y = 3 * (index / columns)
    }
    return atlas
  }

  @Test func equalDelaysOfARowOrColumnAreSteps() throws {
    let row = try style(even(columns: 3))
    #expect(row.contains("animation-timing-function: steps(3);"))
    #expect(
      row.contains("from { background-position: 0 0; }\n  to { background-position: -12px 0; }"))
    #expect(row.contains("animation-duration: 0.42s;"))
    #expect(row.contains("animation-iteration-count: infinite;"))
    let column = try style(even(columns: 1))
    #expect(column.contains("to { background-position: 0 -9px; }"))
    #expect(column.contains("steps(3)"))
  }

  @Test func aGridHasAKeyframeForEachFrame() throws {
    let grid = try style(even(columns: 2))
    #expect(grid.contains("animation-timing-function: step-end;"))
    #expect(grid.contains("  33.3333333333% { background-position: -4px 0; }"))
    #expect(grid.contains("  66.6666666667%, 100% { background-position: 0 -3px; }"))
  }

  /// Steps would end one frame after the last.
  @Test func whatEndsRestsOnItsLastFrame() throws {
    let style = try style(even(columns: 3, plays: .plays(3)))
    #expect(style.contains("animation-iteration-count: 3;"))
    #expect(style.contains("animation-fill-mode: forwards;"))
    #expect(!style.contains("steps("))
    #expect(style.contains("%, 100% { background-position: -8px 0; }"))
  }

  @Test func variableDelaysAreExactShares() throws {
    let style = try style(sampleAtlas(plays: .forever))
    #expect(
      style.contains(
        """
          0% { background-position: 0 0; }
          35% { background-position: -4px 0; }
          85%, 100% { background-position: -8px 0; }
        """))
    #expect(style.contains("animation-duration: 0.2s;"))
  }

  @Test func aTwinOfDoubleSizeIsAsLargeAsTheFirst() throws {
    var atlas = sampleAtlas()
    atlas.pages[0].scale = ExactDecimal(2)
    let style = try style(atlas)
    #expect(style.contains("width: 2px;\n  height: 1.5px;"))
    #expect(style.contains("background-size: 6px 1.5px;"))
    #expect(style.contains("background-position: -4px 0;"))
  }

  @Test func everyTagIsAClass() throws {
    var atlas = sampleAtlas()
    atlas.tags = ["walk left", "walk/left", "1", "-"].map { AtlasTag(name: $0, from: 0, to: 1) }
    let files = try texts(.css, atlas)
    let classes = ["walk-left", "walk-left-2", "_1", "_-"]
    for name in classes {
      #expect(
        files["walk.css"]!.contains("\n.\(name) {\n") || files["walk.css"]!.hasPrefix(".\(name) {"))
      #expect(files["walk.css"]!.contains("@keyframes \(name)-frames {"))
      #expect(files["walk.html"]!.contains("<div class=\"\(name)\" "))
    }
    #expect(files["walk.html"]!.contains("aria-label=\"walk/left\""))
  }

  @Test func framesOfSeveralSizesAreRefused() throws {
    var atlas = sampleAtlas()
    atlas.frames[1].sourceSize = PixelSize(width: 3, height: 3)
    atlas.frames[1].rect.width = 3
    #expect(throws: AtlasWritingError.cannotSay(.differentSizes, format: .css)) {
      try texts(.css, atlas)
    }
  }

  @Test func cuesFollowOneAnother() throws {
    var atlas = twoPageAtlas()
    atlas.pages[1].image = "a b#c.png"
    atlas.frames[1].delay = .milliseconds(3_600_000 * 100 + 61_001)
    #expect(
      try text(.webvtt, atlas) == """
        WEBVTT

        00:00:00.000 --> 00:00:00.070
        walk-0.png#xywh=0,0,4,3

        00:00:00.070 --> 100:01:01.071
        walk-0.png#xywh=4,0,4,3

        100:01:01.071 --> 100:01:01.101
        a%20b%23c.png#xywh=0,0,4,3

        """)
  }
}
