internal import Raster

/// Pages whose cells arrive in any order: every page waits in an unnamed file until all of its
/// cells are there. Memory holds one row of a cell.
final class ScatteredCanvas: SheetCanvas {
  private let files: SheetPageFiles
  private var spools: [RowSpool?]
  private var row: [UInt32] = []

  init(_ files: SheetPageFiles) {
    self.files = files
    spools = files.sizes.map { _ in nil }
  }

  func draw(_ rows: SheetCellRows, page: Int) throws {
    let spool =
      try spools[page] ?? RowSpool(width: files.sizes[page].width, beside: files.paths[page])
    spools[page] = spool
    let covered = rows.covered
    if row.count < covered.width { row = [UInt32](repeating: 0, count: covered.width) }
    try row.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<covered.height {
        rows.fill(y, into: pixels.baseAddress!)
        try spool.write(
          pixels.baseAddress!, count: covered.width, x: covered.x, y: covered.y + y)
      }
    }
  }

  func finish() throws {
    for page in files.sizes.indices {
      let writer = try files.start(page)
      try spools[page]?.replay(files.sizes[page].height) { try writer.writeRow($0) }
      try writer.complete()
      spools[page] = nil
    }
  }
}
