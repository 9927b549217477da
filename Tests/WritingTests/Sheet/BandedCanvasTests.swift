import OutputFiles
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct BandedCanvasTests {
  /// The files of two pages, the second with fewer cells than columns.
  private func draw(budget: Int, in folder: TemporaryFolder) throws -> [[UInt8]] {
    let cell = PixelSize(width: 7, height: 5)
    var options = SheetWritingOptions()
    options.maxSize = 30
    options.padding = 1
    options.border = 2
    let geometry = try SheetGeometry(
      Array(repeating: cell, count: 14), options: options.decided)
    #expect(geometry.pages.count == 2)
    let paths = geometry.pages.indices.map { folder.appending("\(budget)-\($0).png") }
    for path in paths { try writeNewFile([], at: path) }
    let canvas = BandedCanvas(
      SheetPageFiles(
        sizes: geometry.pages, paths: paths, mayBeTransparent: [true, true],
        options: PNGWritingOptions()), budget: budget)
    for (index, placement) in geometry.placements.enumerated() {
      let pixels = DrawnFrames.noise(size: cell, seed: UInt64(index), opaque: false)
      try canvas.draw(
        SheetCellRows(pixels, crop: PixelRect(cell), at: placement, extrude: 0),
        page: placement.page)
    }
    try canvas.finish()
    return try paths.map { try TemporaryFolder.bytes(of: $0) }
  }

  /// Rows of cells in memory equal those in a file, including blank gaps.
  @Test func aLargeRowOfCellsWaitsInAFile() throws {
    try TemporaryFolder.with { folder in
      let inFiles = try draw(budget: 0, in: folder)
      #expect(try inFiles == draw(budget: .max, in: folder))
      #expect(folder.names.count == 4)
    }
  }
}
