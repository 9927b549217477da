import FrameTestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct SheetPageTests {
  /// Returns drawn rows and counts how often it started.
  private final class Rows: PictureRows {
    let sheet: DrawnSheet
    private(set) var starts = 0
    private var y = 0

    init(_ sheet: DrawnSheet) { self.sheet = sheet }

    var size: PixelSize { PixelSize(width: sheet.width, height: sheet.height) }
    var hasTransparency: Bool { true }
    var warnings: [ReadingWarning] { [] }
    var passes: Int { 1 }

    func restart() {
      starts += 1
      y = 0
    }

    func next(into row: UnsafeMutablePointer<UInt32>) -> String? {
      for x in 0..<sheet.width { row[x] = sheet.pixel(x, y) }
      y += 1
      return nil
    }

    func finish() {}
  }

  private func read(_ page: SheetPage, _ rect: PixelRect) throws -> [UInt32] {
    var pixels: [UInt32] = []
    try page.withPixels(of: rect) { source, stride in
      for y in 0..<rect.height {
        for x in 0..<rect.width { pixels.append(source[y * stride + x]) }
      }
    }
    return pixels
  }

  @Test func whatIsKeptFollowsFromOrderAndSize() {
    let large = PixelSize(width: 16384, height: 16384)
    let small = PixelSize(width: 1024, height: 1024)
    #expect(SheetPage.keeping(size: large, bandHeight: 128, isDownward: true) == .band)
    #expect(SheetPage.keeping(size: large, bandHeight: 512, isDownward: true) == .band)
    #expect(SheetPage.keeping(size: large, bandHeight: 513, isDownward: true) == .bandFile)
    #expect(SheetPage.keeping(size: large, bandHeight: 4096, isDownward: true) == .file)
    #expect(SheetPage.keeping(size: large, bandHeight: 128, isDownward: false) == .file)
    #expect(SheetPage.keeping(size: small, bandHeight: 128, isDownward: false) == .memory)
  }

  @Test func pagesShareTheMemory() throws {
    // Pages of 36 MiB each, and frames that alternate between them.
    let size = PixelSize(width: 3072, height: 3072)
    let rows = Rows(DrawnSheet(1, 1))
    let cells = [0, 1, 0].map {
      SheetCell(page: $0, rect: PixelRect(x: 0, y: 0, width: 8, height: 8))
    }
    let assembly = SheetAssembly(
      kind: .sheet, canvas: PixelSize(width: 8, height: 8), cells: cells,
      pictures: [0, 1].map { _ in SheetAssembly.Picture(rows: Sized(rows, size)) })
    let pages = assembly.pages(limits: ReadingLimits())
    #expect(pages.map(\.keeping) == [.memory, .file])
    #expect(pages.reduce(0) { $0 + $1.keptBytes } <= SheetPage.memoryBudget)
  }

  @Test(arguments: [SheetPage.bandBudget, 0])
  func overlappingRectanglesFromTheTopDownNeedOneStart(bandMemory: Int) throws {
    let rows = Rows(DrawnSheet(20, 60))
    let page = SheetPage(
      rows, bandHeight: 30, isDownward: true, bandMemory: bandMemory, limits: ReadingLimits())
    #expect(page.keeping == (bandMemory == 0 ? .bandFile : .band))
    for (y, height) in [(0, 10), (0, 30), (5, 3), (5, 25), (29, 1), (50, 10), (59, 1)] {
      let rect = PixelRect(x: 3, y: y, width: 9, height: height)
      #expect(try read(page, rect) == rows.sheet.cut(3, y, 9, height))
    }
    #expect(rows.starts == 1)
    #expect(
      try read(page, PixelRect(x: 0, y: 2, width: 20, height: 2)) == rows.sheet.cut(0, 2, 20, 2))
    #expect(rows.starts == 2)
    page.rest()
    #expect(
      try read(page, PixelRect(x: 0, y: 40, width: 7, height: 9)) == rows.sheet.cut(0, 40, 7, 9))
  }

  @Test func aPageInAFileGivesAnyRectangleAfterOneStart() throws {
    // 68 MB, over the budget.
    let rows = Rows(DrawnSheet(1000, 17_000))
    let page = SheetPage(rows, bandHeight: 9, isDownward: false, limits: ReadingLimits())
    for (x, y, width, height) in [
      (990, 16_990, 10, 10), (0, 0, 1000, 9), (17, 8_000, 5, 300), (3, 261, 4, 5),
    ] {
      let rect = PixelRect(x: x, y: y, width: width, height: height)
      #expect(try read(page, rect) == rows.sheet.cut(x, y, width, height))
    }
    #expect(rows.starts == 1)
  }

  @Test func aPageOverTheSpoolingLimitIsRefused() throws {
    var limits = ReadingLimits()
    limits.maxSpooledBytes = 1 << 20
    let rows = Rows(DrawnSheet(1, 1))
    let large = SheetPage(
      Sized(rows, PixelSize(width: 8192, height: 8192)), bandHeight: 1, isDownward: false,
      limits: limits)
    #expect(
      throws: ReadingError.limitExceeded(limit: .spooledBytes, value: 268_435_456, allowed: 1 << 20)
    ) { try large.withPixels(of: PixelRect(x: 0, y: 0, width: 1, height: 1)) { _, _ in } }
  }

  /// Another size for the same rows.
  private final class Sized: PictureRows {
    let rows: Rows
    let size: PixelSize
    init(_ rows: Rows, _ size: PixelSize) {
      self.rows = rows
      self.size = size
    }
    var hasTransparency: Bool { true }
    var warnings: [ReadingWarning] { [] }
    var passes: Int { 1 }
    func restart() {}
    func next(into row: UnsafeMutablePointer<UInt32>) -> String? { nil }
    func finish() {}
  }
}
