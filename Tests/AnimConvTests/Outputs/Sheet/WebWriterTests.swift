import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import TextFormats
@testable import Writing

/// CSS and WebVTT.
@Suite struct WebWriterTests {
  private func style(_ atlas: Atlas) throws -> String {
    try #require(try texts(.css, atlas)["walk.css"])
  }

  /// Equal delays; `columns` frames per row.
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

  @Test func pixelsAreSquaresOnlyWhereThatIsAskedFor() throws {
    for isPixelated in [false, true] {
      var presentation = SheetPresentation()
      presentation.isPixelated = isPixelated
      let files = try AtlasWriter.files(
        for: sampleAtlas(), formats: [.css], baseName: "walk", presentation: presentation)
      let style = String(decoding: files[0].bytes, as: UTF8.self)
      #expect(style.contains("  image-rendering: pixelated;\n") == isPixelated)
    }
  }

  @Test func picturesOfAllScalesAreInOneStyleSheet() throws {
    var presentation = SheetPresentation()
    presentation.twins = [
      .init(image: "walk@2x.png", scale: 2), .init(image: "walk@3x.png", scale: 3),
    ]
    let files = try AtlasWriter.files(
      for: sampleAtlas(), formats: [.css], baseName: "walk", presentation: presentation)
    let style = String(decoding: files[0].bytes, as: UTF8.self)
    #expect(
      style.contains(
        """
          background-image: url("walk.png");
          background-image: image-set(url("walk.png") 1x, url("walk%402x.png") 2x, \
        url("walk%403x.png") 3x);
          background-size: 12px 3px;
        """))
  }

  /// A finite animation ends on its last frame, which stays visible.
  @Test(arguments: [(LoopCount.forever, "0 0"), (.plays(2), "-8px 0")])
  func whoWantsLessMotionSeesAFrame(plays: LoopCount, place: String) throws {
    #expect(
      try style(sampleAtlas(plays: plays)).hasSuffix(
        """

        @media (prefers-reduced-motion: reduce) {
          .walk {
            background-position: \(place);
            animation: none;
          }
        }

        """))
  }

  /// Decisions of the conversion: a requested filter, how frames were enlarged, their colours.
  @Test func photographsAreSmoothAndPixelArtIsNot() throws {
    let size = PixelSize(width: 16, height: 16)
    let sprite = (0..<256).map { 0xFF00_0000 | UInt32($0 % 64) }
    let photograph = (0..<256).map { 0xFF00_0000 | UInt32($0) }
    func isPixelated(
      _ picture: [UInt32], _ change: @escaping (inout Conversion) -> Void = { _ in }
    ) throws -> Bool {
      try TemporaryFolder.with { folder in
        _ = try ArraySource([picture, picture], size: size).convert(
          .file(folder.appending("a.png"))
        ) {
          $0.sheet.data = [.css]
          change(&$0)
        }
        let style = String(decoding: try folder.bytes(of: "a.css"), as: UTF8.self)
        return style.contains("image-rendering: pixelated;")
      }
    }
    #expect(try isPixelated(sprite))
    #expect(try !isPixelated(photograph))
    #expect(try isPixelated(photograph) { $0.shaping.filter = .nearest })
    #expect(try isPixelated(photograph) { $0.shaping.scale = .pixelFactor(2) })
    #expect(try !isPixelated(sprite) { $0.shaping.filter = .bicubic })
    #expect(try !isPixelated(sprite) { $0.shaping.scale = .factor(numerator: 1, denominator: 2) })
    // The larger version repeats pixels, which does not affect the first.
    #expect(try !isPixelated(photograph) { $0.sheet.scales = [1, 2] })
  }

  @Test func severalScalesHaveOneStyleSheet() throws {
    try TemporaryFolder.with { folder in
      _ = try ArraySource(DrawnSprites.pictures, size: DrawnSprites.size).convert(
        .file(folder.appending("a.png"))
      ) {
        $0.sheet.data = [.css, .aseprite]
        $0.sheet.scales = [1, 2]
      }
      #expect(
        folder.names == ["a.css", "a.html", "a.json", "a.png", "a@2x.json", "a@2x.png"])
      let style = String(decoding: try folder.bytes(of: "a.css"), as: UTF8.self)
      #expect(style.contains("image-set(url(\"a.png\") 1x, url(\"a%402x.png\") 2x);"))
    }
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
