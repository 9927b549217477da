import AnimTiming
import AtlasTestSupport
import CLibrary
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct AtlasSheetTests {
  /// Four cells of 8x8 in a row, with durations and a tag.
  private func tagged(_ tag: String) -> String {
    let frames = (0..<4).map {
      "\"f\($0)\":\(packedFrame($0 * 8, 0, 8, 8, more: ",\"duration\":\(($0 + 1) * 10)"))"
    }
    return """
      {"frames":{\(frames.joined(separator: ","))},"meta":{"app":"https://www.aseprite.org/",
      "image":"sheet.png","size":{"w":32,"h":8},"scale":"1","frameTags":[\(tag)]}}
      """
  }

  private static let sheet = DrawnSheet(32, 8, alphas: [255, 255, 90])

  private func withFiles(
    _ data: String, _ sheet: DrawnSheet = Self.sheet, name: String = "data.json",
    _ body: (FilePath) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(data, to: name)
      try folder.write(sheet.png(), to: "sheet.png")
      try body(folder.appending(name))
    }
  }

  @Test(arguments: [
    (#""direction":"forward""#, [1, 2, 3], LoopCount.forever),
    (#""direction":"reverse""#, [3, 2, 1], .forever),
    (#""direction":"pingpong""#, [1, 2, 3, 2], .forever),
    (#""direction":"pingpong_reverse""#, [3, 2, 1, 2], .forever),
    (#""direction":"forward","repeat":"2""#, [1, 2, 3], .plays(2)),
    (#""direction":"pingpong","repeat":"3""#, [1, 2, 3, 2, 1, 2, 3], .plays(1)),
  ])
  func tagsPlayAsAsepritePlaysThem(tag: String, order: [Int], plays: LoopCount) throws {
    let data = tagged(#"{"name":"walk","from":1,"to":3,\#(tag)}"#)
    try withFiles(data) { path in
      var options = ReadingOptions()
      options.sheet.tag = "walk"
      let source = try openSource(.path(path), options: options)
      #expect(source.info.kind == .atlas)
      #expect(source.info.plays == plays)
      #expect(source.info.declaresPlays == (plays != .forever))
      #expect(source.info.frames.map(\.delay) == order.map { .milliseconds(Int64($0 + 1) * 10) })
      #expect(try source.allPixels() == order.map { Self.sheet.cut($0 * 8, 0, 8, 8) })
    }
  }

  @Test func withoutATagAllFramesPlayAndTagsAreListed() throws {
    try withFiles(tagged(#"{"name":"walk","from":1,"to":3,"direction":"forward"}"#)) { path in
      let source = try openSource(.path(path))
      #expect(source.info.frames.count == 4)
      #expect(
        source.info.notes.map { $0.text(.options) } == [
          #"all frames are played; --tag chooses one of "walk" (3)"#
        ])
      var options = ReadingOptions()
      options.sheet.tag = "run"
      #expect(throws: AtlasError.unknownTag(name: "run", known: ["walk"])) {
        try openSource(.path(path), options: options)
      }
    }
  }

  @Test func numberedFramesPlayByNumberAndTheOrderCanBeChosen() throws {
    let frames = [2, 0, 3, 1].enumerated().map { "\"f\($1)\":\(packedFrame($0 * 8, 0, 8, 8))" }
    let data = """
      {"frames":{\(frames.joined(separator: ","))},"meta":{"image":"sheet.png"}}
      """
    try withFiles(data) { path in
      for (order, cells) in [
        (ReadingOptions.Sheet.FrameOrder.automatic, [1, 3, 0, 2]), (.file, [0, 1, 2, 3]),
        (.name, [1, 3, 0, 2]),
      ] {
        var options = ReadingOptions()
        options.sheet.frameOrder = order
        let source = try openSource(.path(path), options: options)
        #expect(try source.allPixels() == cells.map { Self.sheet.cut($0 * 8, 0, 8, 8) })
        let notes = source.info.notes.map { $0.text(.options) }
        #expect(notes.contains { $0.contains("--order file keeps") } == (order == .automatic))
      }
    }
  }

  @Test func trimmedTurnedAndMergedFramesComeOutWhole() throws {
    // b is a, rotated clockwise; c is the same rectangle as a; d is above all of them on the sheet.
    let data = """
      {"frames":{
      "a":\(packedFrame(2, 9, 5, 3, offset: (1, 2), source: (8, 7))),
      "b":\(packedFrame(10, 3, 5, 3, rotated: true, offset: (3, 4), source: (8, 7))),
      "c":\(packedFrame(2, 9, 5, 3, offset: (1, 2), source: (8, 7))),
      "d":\(packedFrame(0, 0, 4, 3, source: (4, 3)))},
      "meta":{"image":"sheet.png","size":{"w":20,"h":12},"scale":"1"}}
      """
    let sheet = DrawnSheet(20, 12)
    try withFiles(data, sheet) { path in
      let source = try openSource(.path(path))
      #expect(source.info.size == PixelSize(width: 8, height: 7))
      #expect(source.info.alpha == .present)
      func full(_ left: Int, _ top: Int, _ w: Int, _ h: Int, _ pixel: (Int, Int) -> UInt32)
        -> [UInt32]
      {
        (0..<56).map { index in
          let (x, y) = (index % 8 - left, index / 8 - top)
          return (0..<w).contains(x) && (0..<h).contains(y) ? pixel(x, y) : 0
        }
      }
      let a = full(1, 2, 5, 3) { sheet.pixel(2 + $0, 9 + $1) }
      // Stored 3 wide and 5 high: the top row of the upright content is the right column.
      let b = full(3, 4, 5, 3) { sheet.pixel(10 + 2 - $1, 3 + $0) }
      // 4x3 in the middle of 8x7.
      let d = full(2, 2, 4, 3) { sheet.pixel($0, $1) }
      #expect(try source.allPixels() == [a, b, a, d])
      #expect(source.info.notes.contains("frames of other sizes are centred on the largest, 8x7"))
    }
  }

  @Test func aFrameThatShowsAgainChangesNothing() throws {
    let data = """
      {"frames":{"a":\(packedFrame(0, 0, 8, 8)),"b":\(packedFrame(0, 0, 8, 8)),
      "c":\(packedFrame(8, 0, 8, 8))},"meta":{"image":"sheet.png","scale":"1"}}
      """
    try withFiles(data) { path in
      let source = try openSource(.path(path))
      let frames = try remaining(source)
      let whole = PixelRect(source.info.size)
      #expect(frames.map(\.changed) == [whole, .empty, whole])
      try source.seek(to: 1)
      #expect(try source.next()?.changed == whole)
    }
  }

  @Test func aPictureWithoutANameIsCalledLikeTheData() throws {
    let xml = """
      <TextureAtlas><SubTexture name="a" x="8" y="0" width="8" height="8"/></TextureAtlas>
      """
    try withFiles(xml, name: "sheet.xml") { path in
      let frames = try sheetFrames(.path(path))
      #expect(frames == [Self.sheet.cut(8, 0, 8, 8)])
    }
  }

  @Test func whatLiesOutsideTheRealPictureIsRefused() throws {
    let data = """
      {"frames":{"a":\(packedFrame(30, 0, 8, 8))},"meta":{"image":"sheet.png",
      "size":{"w":64,"h":64},"scale":"1"}}
      """
    try withFiles(data) { path in
      #expect(
        throws: AtlasError.frameOutsidePage(
          frame: 0, name: "a", rect: PixelRect(x: 30, y: 0, width: 8, height: 8),
          page: PixelSize(width: 32, height: 8))
      ) { try openSource(.path(path)) }
    }
  }

  @Test func linksAndStreamsHaveNoPicture() throws {
    let data = tagged("")
    #expect(throws: ReadingError.self) {
      try openSource(.bytes(Array(data.utf8), name: "data.json"))
    }
    try TemporaryFolder.with { folder in
      try folder.write(data, to: "data.json")
      try folder.write(Self.sheet.png(), to: "elsewhere.png")
      #expect(symlink("elsewhere.png", folder.appending("sheet.png").string) == 0)
      #expect(throws: AtlasError.imageRefused(name: "sheet.png", reason: .symbolicLink)) {
        try openSource(.path(folder.appending("data.json")))
      }
    }
  }

  @Test func multipliedColorsAreDivided() {
    var row: [UInt32] = [0x80_40_20_10, 0xff_01_02_03, 0x00_10_10_10, 0x01_02_00_01]
    row.withUnsafeMutableBufferPointer { StraightAlpha.unpremultiply($0.baseAddress!, 4) }
    #expect(row == [0x80_80_40_20, 0xff_01_02_03, 0, 0x01_ff_00_ff])
  }
}
