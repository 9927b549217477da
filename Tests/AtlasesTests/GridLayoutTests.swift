import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages

@Suite struct GridLayoutTests {
  private func layout(
    _ width: Int, _ height: Int, name: String? = nil, limits: ReadingLimits = defaultLimits,
    _ change: (inout GridRequest) -> Void = { _ in }
  ) throws -> GridLayout {
    var request = GridRequest()
    change(&request)
    return try GridLayout(
      request, sheet: PixelSize(width: width, height: height), name: name, limits: limits)
  }

  private func shape(_ layout: GridLayout) -> [Int] {
    [layout.columns, layout.rows, layout.cell.width, layout.cell.height, layout.count]
  }

  @Test func cellsFillTheSheet() throws {
    let flipBook = try layout(960, 330) { $0.cell = PixelSize(width: 96, height: 66) }
    #expect(shape(flipBook) == [10, 5, 96, 66, 50])
    #expect(flipBook.rect(of: 11) == PixelRect(x: 96, y: 66, width: 96, height: 66))
    let rest = try layout(970, 340) { $0.cell = PixelSize(width: 96, height: 66) }
    #expect(shape(rest) == [10, 5, 96, 66, 50])
    #expect(rest.remainder == PixelSize(width: 10, height: 10))
  }

  @Test func countLeavesCellsOutAndOrderTurnsThem() throws {
    let rows = try layout(64, 32) {
      $0.cell = PixelSize(width: 16, height: 16)
      $0.count = 7
    }
    #expect(rows.count == 7)
    #expect(rows.rect(of: 5) == PixelRect(x: 16, y: 16, width: 16, height: 16))
    let columns = try layout(64, 32) {
      $0.cell = PixelSize(width: 16, height: 16)
      $0.order = .columns
    }
    #expect(columns.rect(of: 5) == PixelRect(x: 32, y: 16, width: 16, height: 16))
  }

  @Test func aGridDividesTheSheet() throws {
    #expect(
      shape(try layout(80, 30) { $0.grid = PixelSize(width: 8, height: 3) }) == [8, 3, 10, 10, 24])
    #expect {
      _ = try layout(81, 30) { $0.grid = PixelSize(width: 8, height: 3) }
    } throws: { error in
      let failure = error as? AtlasError
      return failure?.kind == .usage && failure?.remedy != nil
        && failure?.reason == "a sheet of 81x30 cannot be cut this way: its width does not divide "
          + "into 8 equal cells"
    }
  }

  @Test func spacingAndMarginAreLeftOut() throws {
    let both = try layout(35, 18) {
      $0.cell = PixelSize(width: 16, height: 16)
      $0.spacing = 1
      $0.margin = 1
    }
    #expect(shape(both) == [2, 1, 16, 16, 2])
    #expect(both.rect(of: 1) == PixelRect(x: 18, y: 1, width: 16, height: 16))
    let grid = try layout(35, 18) {
      $0.grid = PixelSize(width: 2, height: 1)
      $0.spacing = 1
      $0.margin = 1
    }
    #expect(grid.cell == PixelSize(width: 16, height: 16))
    // A margin only at the start.
    let start = try layout(33, 17) {
      $0.cell = PixelSize(width: 16, height: 16)
      $0.margin = 1
    }
    #expect(shape(start) == [2, 1, 16, 16, 2])
  }

  @Test func rowsAndColumnsOfSquaresAreSeen() throws {
    #expect(shape(try layout(24, 744)) == [1, 31, 24, 24, 31])
    #expect(shape(try layout(744, 24)) == [31, 1, 24, 24, 31])
    #expect(throws: AtlasError.gridUnknown(sheet: PixelSize(width: 24, height: 745))) {
      try layout(24, 745)
    }
    #expect(throws: AtlasError.gridUnknown(sheet: PixelSize(width: 24, height: 24))) {
      try layout(24, 24)
    }
  }

  @Test func aCountAloneIsARowOrColumn() throws {
    #expect(shape(try layout(24, 600) { $0.count = 20 }) == [1, 20, 24, 30, 20])
    #expect(shape(try layout(600, 24) { $0.count = 20 }) == [20, 1, 30, 24, 20])
  }

  @Test(arguments: [
    ("walk_8x1.png", 256, 32, [8, 1, 32, 32, 8]), ("walk-32x32.png", 256, 32, [8, 1, 32, 32, 8]),
    ("walk (4x2).png", 256, 64, [4, 2, 64, 32, 8]),
    ("a/8x1/walk_2x1@2x.png", 64, 32, [2, 1, 32, 32, 2]),
    ("walk_16X16_v2.png", 64, 32, [4, 2, 16, 16, 8]), ("walk.png", 64, 32, [2, 1, 32, 32, 2]),
    ("walk_7x3.png", 64, 32, [2, 1, 32, 32, 2]),
  ])
  func sizesInTheNameAreRead(name: String, width: Int, height: Int, expected: [Int]) throws {
    #expect(shape(try layout(width, height, name: name)) == expected)
  }

  @Test func whatDoesNotFitIsRefused() {
    let changes: [(inout GridRequest) -> Void] = [
      { $0.cell = PixelSize(width: 65, height: 1) }, { $0.cell = PixelSize(width: 0, height: 1) },
      { $0.grid = PixelSize(width: -1, height: 1) },
      {
        $0.spacing = -1
        $0.grid = PixelSize(width: 2, height: 1)
      },
      {
        $0.margin = 40
        $0.cell = PixelSize(width: 1, height: 1)
      },
      {
        $0.cell = PixelSize(width: 8, height: 8)
        $0.count = 33
      },
      {
        $0.cell = PixelSize(width: 8, height: 8)
        $0.count = 0
      },
      {
        $0.cell = PixelSize(width: 8, height: 8)
        $0.grid = PixelSize(width: 9, height: 1)
      },
      { $0.cell = PixelSize(width: .max, height: .max) },
      {
        $0.spacing = .max
        $0.cell = PixelSize(width: 1, height: 1)
      },
      {
        $0.cell = PixelSize(width: 2_000_000_000, height: 1)
        $0.grid = PixelSize(width: 2_000_000_000, height: 1)
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(throws: AtlasError.self, "\(index)") { try layout(64, 32, change) }
    }
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 2048, allowed: 2047)) {
      try layout(64, 32, limits: limits(frames: 2047)) { $0.cell = PixelSize(width: 1, height: 1) }
    }
  }

  /// Every small request either fails or gives cells that are inside the sheet and do not overlap.
  @Test func everyLayoutLiesInItsSheet() throws {
    var accepted = 0
    for (width, height) in [(12, 7), (16, 16), (5, 20)] {
      for cell in 0...6 {
        for columns in 0...4 {
          for (spacing, margin) in [(0, 0), (1, 0), (0, 2), (2, 1)] {
            let layout = try? layout(width, height) {
              if cell > 0 { $0.cell = PixelSize(width: cell, height: cell) }
              if columns > 0 { $0.grid = PixelSize(width: columns, height: 2) }
              $0.spacing = spacing
              $0.margin = margin
            }
            guard let layout else { continue }
            accepted += 1
            var covered: Set<Int> = []
            for index in 0..<layout.count {
              let rect = layout.rect(of: index)
              #expect(PixelRect(layout.sheet).contains(rect))
              for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX {
                  #expect(covered.insert(y * width + x).inserted)
                }
              }
            }
          }
        }
      }
    }
    #expect(accepted > 100)
  }
}
