import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct SheetGeometryTests {
  /// Every pixel belongs to at most one cell with its repeated edges. Cells have their size, and
  /// keep the distance to each other and to the edges.
  private func check(
    _ geometry: SheetGeometry, _ cells: [PixelSize], _ options: SheetWritingOptions
  ) {
    #expect(geometry.placements.count == cells.count)
    var owners = geometry.pages.map { [Int](repeating: -1, count: $0.area) }
    for page in geometry.pages {
      #expect(max(page.width, page.height) <= options.decided.maxSize)
    }
    for (index, placement) in geometry.placements.enumerated() {
      let cell = cells[index]
      let size =
        placement.isTurned ? PixelSize(width: cell.height, height: cell.width) : cell
      #expect(placement.rect.size == size)
      #expect(!placement.isTurned || options.allowsRotation)
      let page = geometry.pages[placement.page]
      // Each cell claims the whole padding on its right: if each of two neighbours claimed half of
      // it, missing padding would not be detected.
      let claimed = PixelRect(
        x: placement.rect.x - options.extrude, y: placement.rect.y - options.extrude,
        width: size.width + 2 * options.extrude, height: size.height + 2 * options.extrude)
      let inner = PixelRect(
        x: options.border, y: options.border, width: page.width - 2 * options.border,
        height: page.height - 2 * options.border)
      #expect(inner.contains(claimed))
      let padded = PixelRect(
        x: claimed.x, y: claimed.y, width: claimed.width + options.padding,
        height: claimed.height + options.padding
      ).intersection(PixelRect(page))
      for y in padded.y..<padded.maxY {
        for x in padded.x..<padded.maxX {
          #expect(owners[placement.page][y * page.width + x] == -1)
          owners[placement.page][y * page.width + x] = index
        }
      }
    }
  }

  @Test(arguments: SheetWritingOptions.Layout.allCases)
  func cellsNeverMeet(layout: SheetWritingOptions.Layout) throws {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<60 {
      var options = SheetWritingOptions()
      options.layout = layout
      options.padding = Int(generator.next() % 3)
      options.border = Int(generator.next() % 3)
      options.extrude = Int(generator.next() % 3)
      options.maxSize = [40, 64, 200][round % 3]
      options.allowsRotation = layout == .packed && round % 2 == 0
      if layout == .grid, round % 4 == 0 { options.columns = Int(generator.next() % 5) + 1 }
      let count = Int(generator.next() % 40) + 1
      let one = PixelSize(
        width: Int(generator.next() % 20) + 1, height: Int(generator.next() % 20) + 1)
      let cells = (0..<count).map { _ in
        layout == .packed
          ? PixelSize(
            width: Int(generator.next() % 20) + 1, height: Int(generator.next() % 20) + 1) : one
      }
      let geometry = try SheetGeometry(cells, options: options.decided)
      check(geometry, cells, options)
      // Pages are in the order of their cells.
      #expect(
        zip(geometry.placements, geometry.placements.dropFirst()).allSatisfy { $0.page <= $1.page })
      options.powerOfTwo = true
      let powers = try SheetGeometry(cells, options: options.decided).withPowersOfTwo()
      check(powers, cells, options)
      for page in powers.pages {
        #expect(page.width.nonzeroBitCount == 1 && page.height.nonzeroBitCount == 1)
      }
    }
  }

  @Test func layoutsHaveTheirShape() throws {
    let cells = Array(repeating: PixelSize(width: 20, height: 10), count: 12)
    func pages(_ change: (inout SheetWritingOptions) -> Void) throws -> [PixelSize] {
      var options = SheetWritingOptions()
      change(&options)
      return try SheetGeometry(cells, options: options.decided).pages
    }
    func sizes(_ sizes: (Int, Int)...) -> [PixelSize] {
      sizes.map { PixelSize(width: $0.0, height: $0.1) }
    }
    #expect(try pages { $0.layout = .column } == sizes((20, 120)))
    #expect(try pages { $0.layout = .row } == sizes((240, 10)))
    #expect(try pages { _ in } == sizes((60, 40)))
    #expect(try pages { $0.columns = 5 } == sizes((100, 30)))
    #expect(
      try pages {
        $0.layout = .column; $0.maxSize = 50
      } == sizes((20, 50), (20, 50), (20, 20)))
    #expect(
      try pages {
        $0.layout = .row; $0.maxSize = 100
      } == sizes((100, 10), (100, 10), (40, 10)))
    #expect(try pages { $0.maxSize = 40 } == sizes((40, 40), (40, 20)))
    #expect(
      try pages {
        $0.columns = 3; $0.padding = 2; $0.border = 1; $0.extrude = 1
      }
        == sizes((2 + 3 * 22 + 4, 2 + 4 * 12 + 6)))
  }

  /// A third of 4096 is 1365, which is more than the largest power of two below it.
  @Test func otherScalesThanPowersOfTwoWasteNoPage() throws {
    var options = SheetWritingOptions()
    options.layout = .packed
    options.powerOfTwo = true
    options.scales = [1, 3]
    let cells = Array(repeating: PixelSize(width: 1300, height: 130), count: 10)
    let geometry = try SheetGeometry(cells, options: options.decided)
    #expect(geometry.pages.count == 1)
    #expect(
      geometry.scaled(by: 3).withPowersOfTwo().pages == [PixelSize(width: 4096, height: 4096)])
  }

  @Test func moreThanTheAllowedPagesAreNotLaidOut() throws {
    var options = SheetWritingOptions()
    options.layout = .packed
    options.maxSize = 10
    let cells = Array(repeating: PixelSize(width: 9, height: 9), count: 10_000)
    #expect(throws: SheetError.tooManyPages(allowed: 256)) {
      try SheetGeometry(cells, options: options.decided)
    }
  }

  @Test func packingWastesLittle() throws {
    var generator = SeededGenerator(seed: 11)
    let cells = (0..<200).map { _ in
      PixelSize(width: Int(generator.next() % 60) + 4, height: Int(generator.next() % 60) + 4)
    }
    var options = SheetWritingOptions()
    options.layout = .packed
    let geometry = try SheetGeometry(cells, options: options.decided)
    let area = cells.reduce(0) { $0 + $1.area }
    #expect(geometry.pages.count == 1)
    #expect(geometry.pages[0].area * 100 < area * 104)
    #expect(try SheetGeometry(cells, options: options.decided) == geometry)
  }

  @Test func aCellThatFitsNoPageIsRefused() throws {
    var options = SheetWritingOptions()
    options.maxSize = 100
    options.scales = [1, 3]
    options.border = 1
    let cell = PixelSize(width: 32, height: 8)
    #expect(
      throws: SheetError.cellTooLarge(
        size: PixelSize(width: 96, height: 24), around: 6, allowed: 99)
    ) { try SheetGeometry([cell], options: options.decided) }
    options.border = 0
    #expect(try SheetGeometry([cell], options: options.decided).pages == [cell])
  }

  @Test func everyRoundedSideIsThePowerThatItShouldBe() {
    for value in 1...1100 {
      var above = 1
      while above < value { above *= 2 }
      #expect(value.nextPowerOfTwo == above)
      #expect(value.previousPowerOfTwo == (above == value ? value : above / 2))
    }
  }
}
