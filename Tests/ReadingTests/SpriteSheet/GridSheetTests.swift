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

@Suite struct GridSheetTests {
  private func open(
    _ bytes: [UInt8], name: String = "sheet.png", _ change: (inout ReadingOptions) -> Void
  ) throws -> any FrameSource {
    var options = ReadingOptions()
    change(&options)
    return try openSource(.bytes(bytes, name: name), options: options)
  }

  @Test(arguments: [false, true], [[UInt32(255)], [0, 128, 255]])
  func cellsWithSpacingAndMarginEqualASlowCut(isInterlaced: Bool, alphas: [UInt32]) throws {
    // Margin 3, spacing 2, cells of 7x5, 4 columns and 3 rows, one unused pixel at the right.
    let sheet = DrawnSheet(3 + 4 * 9 - 2 + 3 + 1, 3 + 3 * 7 - 2 + 3, alphas: alphas)
    for order in GridRequest.Order.allCases {
      let source = try open(sheet.png(isInterlaced: isInterlaced)) {
        $0.sheet.grid.cell = PixelSize(width: 7, height: 5)
        $0.sheet.grid.spacing = 2
        $0.sheet.grid.margin = 3
        $0.sheet.grid.order = order
      }
      let expected = (0..<12).map { index in
        let (column, row) = order == .rows ? (index % 4, index / 4) : (index / 3, index % 3)
        return sheet.cut(3 + column * 9, 3 + row * 7, 7, 5)
      }
      #expect(try source.allPixels() == expected)
      #expect(source.info.kind == .sheet)
      for index in [11, 0, 7, 7, 3] {
        try source.seek(to: index)
        #expect(try source.next()?.pixels.rgbaWords == expected[index])
      }
      #expect(try source.detectAlpha() == alphas.contains { $0 < 255 })
      #expect(try source.next()?.index == 0)
    }
  }

  @Test func aPlainPictureStaysOneFrame() throws {
    let png = DrawnSheet(80, 10).png()
    #expect(try open(png) { _ in }.info.kind == .png)
    #expect(try open(png, name: "icon_80x10.png") { _ in }.info.kind == .png)
    #expect(try open(png, name: "icon_8x1@2x.png") { _ in }.info.kind == .png)
    #expect(try open(png, name: "walk_7x1.png") { _ in }.info.kind == .png)
    #expect(try open(png, name: "walk_8x1.png") { $0.sheet.use = .never }.info.kind == .png)
  }

  @Test func theNameCutsASheetAndIsNamed() throws {
    let source = try open(DrawnSheet(80, 10).png(), name: "walk_8x1.png") { _ in }
    #expect(source.info.kind == .sheet)
    #expect(source.info.frames.count == 8)
    #expect(
      source.info.notes.first?.text(.options)
        == "cut into 8 frames of 10x10, 8 columns and 1 rows as its name says; --cut off keeps "
        + "it as one picture")
  }

  @Test func oneRowOrColumnOfSquaresIsFoundWhenAsked() throws {
    #expect(
      try open(DrawnSheet(50, 10).png()) { $0.sheet.use = .always }.info.frames.count == 5)
    #expect(
      try open(DrawnSheet(10, 70).png()) { $0.sheet.use = .always }.info.frames.count == 7)
    #expect(throws: AtlasError.gridUnknown(sheet: PixelSize(width: 50, height: 11))) {
      try open(DrawnSheet(50, 11).png()) { $0.sheet.use = .always }
    }
  }

  @Test func theRateIsAskedForOrTold() throws {
    let png = DrawnSheet(40, 10).png()
    let untold = try open(png) { $0.sheet.use = .always }
    #expect(untold.info.frames.allSatisfy { $0.delay.time == RationalTime(1, 10) })
    #expect(
      untold.info.notes.map { $0.text(.options) }.contains {
        $0.contains(
          "10 frames per second; --fps chooses another rate")
      })
    let told = try open(png) {
      $0.sheet.use = .always
      $0.frameRate = FrameRate(30000, 1001)
    }
    #expect(told.info.frames.allSatisfy { $0.delay.time == RationalTime(1001, 30000) })
    #expect(told.info.notes.contains("30000/1001 frames per second, from \(.fps)"))
  }

  @Test func blankCellsAtTheEndAreDroppedOnlyWhenAsked() throws {
    var pixels = DrawnSheet(30, 20).pixels
    for y in 0..<20 { for x in 0..<30 where y >= 10 || x / 10 == 1 { pixels[y * 30 + x] = 0 } }
    let png = DrawnSheet(30, 20, pixels: pixels).png()
    let grid = PixelSize(width: 3, height: 2)
    #expect(try open(png) { $0.sheet.grid.grid = grid }.info.frames.count == 6)
    let source = try open(png) {
      $0.sheet.grid.grid = grid
      $0.sheet.dropsBlankFrames = true
    }
    // The blank cell between others stays.
    #expect(source.info.frames.count == 3)
    #expect(try source.allPixels()[1] == [UInt32](repeating: 0, count: 100))
  }

  @Test func slidesFollowByNumber() throws {
    try TemporaryFolder.with { folder in
      // 11 columns and 2 rows of 96x66 per slide, 25 frames, as in flip-books.
      let slides = [DrawnSheet(1056, 132), DrawnSheet(1056, 66, alphas: [254])]
      for (index, slide) in slides.enumerated() {
        try folder.write(slide.png(), to: "walk-\(index).png")
      }
      var expected: [[UInt32]] = []
      for index in 0..<25 {
        let (slide, cell) = (slides[index / 22], index % 22)
        expected.append(slide.cut(cell % 11 * 96, cell / 11 * 66, 96, 66))
      }
      let frames = try sheetFrames(.path(folder.appending("walk-0.png"))) {
        $0.sheet.grid.cell = PixelSize(width: 96, height: 66)
        $0.sheet.grid.count = 25
      }
      #expect(frames == expected)
    }
  }

  @Test func theSampleOfTheFlipBookHasFiftyFrames() throws {
    let sheet = DrawnSheet(960, 330)
    let source = try open(sheet.png()) { $0.sheet.grid.cell = PixelSize(width: 96, height: 66) }
    #expect(source.info.frames.count == 50)
    try source.seek(to: 49)
    #expect(try source.next()?.pixels.rgbaWords == sheet.cut(864, 264, 96, 66))
  }

  @Test func anAnimationIsNoSheet() throws {
    var png = PNGBuilder(4, 2)
    png.animation(frames: 1)
    png.control(w: 4, h: 2)
    png.data([UInt32](repeating: 255 << 24, count: 8))
    png.end()
    #expect(throws: ReadingError.self) { try open(png.bytes) { $0.sheet.use = .always } }
    #expect(try open(png.bytes, name: "walk_2x1.png") { _ in }.info.kind == .apng)
  }

  @Test func damageKeepsWhatIsThereUnlessStrict() throws {
    let sheet = DrawnSheet(10, 40)
    var png = PNGBuilder(10, 40)
    let raw = png.packed(w: 10, h: 40) { x, y in
      [0, 8, 16, 24].map { Int(sheet.pixel(x, y) >> UInt32($0) & 255) }
    }
    png.chunk("IDAT", PNGBuilder.zlib(Array(raw.prefix(41 * 20))))
    png.end()
    let source = try open(png.bytes) { $0.sheet.use = .always }
    let frames = try source.allPixels()
    #expect(frames.count == 4)
    #expect(frames[0] == sheet.cut(0, 0, 10, 10))
    #expect(frames[3] == [UInt32](repeating: 0, count: 100))
    #expect(source.warnings.count == 1)
    #expect(source.warnings.first?.kind == .damagedFrame)
    try source.seek(to: 0)
    #expect(try source.allPixels() == frames)
    #expect(source.warnings.count == 1)
    #expect(throws: ReadingError.self) {
      let strict = try open(png.bytes) {
        $0.sheet.use = .always
        $0.isStrict = true
      }
      _ = try strict.allPixels()
    }
  }
}
