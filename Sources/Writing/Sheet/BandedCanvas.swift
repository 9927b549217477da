internal import Raster

/// Pages whose cells arrive in rows from the top, page by page. Only one row of cells
/// is kept, whatever the size of the sheet: in memory or, if the row is large, in an unnamed file.
final class BandedCanvas: SheetCanvas {
  /// The largest size of a row of cells in memory: 32 MiB.
  static let defaultBudget = 32 << 20

  private let files: SheetPageFiles
  private let budget: Int
  private var page = -1
  private var writer: (any SheetPageWriter)?
  /// The current row of cells: rows ``bandStart`` to ``bandStart`` + ``bandHeight`` of the page.
  private var band: [UInt32] = []
  /// Replaces the band if a row of cells is too large; ``band`` is then one row of a cell.
  private var spool: RowSpool?
  private var bandStart = 0
  private var bandHeight = 0

  init(_ files: SheetPageFiles, budget: Int = defaultBudget) {
    self.files = files
    self.budget = budget
  }

  func draw(_ rows: SheetCellRows, page: Int) throws {
    while self.page < page { try turnPage() }
    precondition(self.page == page, "pages come in order")
    let covered = rows.covered
    if covered.y != bandStart || bandHeight == 0 {
      try writeBand()
      precondition(covered.y >= bandStart, "rows of cells come from the top down")
      try writeBlankRows(to: covered.y)
      try startBand(covered.height)
    }
    let width = files.sizes[page].width
    if let spool {
      if band.count < covered.width { band = [UInt32](repeating: 0, count: covered.width) }
      try band.withUnsafeMutableBufferPointer { row in
        for y in 0..<covered.height {
          rows.fill(y, into: row.baseAddress!)
          try spool.write(row.baseAddress!, count: covered.width, x: covered.x, y: y)
        }
      }
      return
    }
    band.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<covered.height {
        rows.fill(y, into: pixels.baseAddress! + (y * width + covered.x))
      }
    }
  }

  /// Clears the band.
  private func startBand(_ height: Int) throws {
    bandHeight = height
    let count = files.sizes[page].width * height
    guard count * 4 <= budget else {
      if let spool {
        try spool.clear()
      } else {
        band = []
        spool = try RowSpool(width: files.sizes[page].width, beside: files.paths[page])
      }
      return
    }
    spool = nil
    if band.count == count {
      band.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    } else {
      band = []
      band = [UInt32](repeating: 0, count: count)
    }
  }

  func finish() throws {
    while page < files.sizes.count { try turnPage() }
    band = []
    spool = nil
  }

  /// Completes the current page and starts the next one, if there is one.
  private func turnPage() throws {
    if let writer {
      try writeBand()
      try writeBlankRows(to: files.sizes[page].height)
      try writer.complete()
      self.writer = nil
    }
    page += 1
    bandStart = 0
    bandHeight = 0
    spool = nil
    if page < files.sizes.count { writer = try files.start(page) }
  }

  /// Writes the current row of cells; ``bandStart`` is then the next row.
  private func writeBand() throws {
    let width = files.sizes[page].width
    if let spool {
      try spool.replay(bandHeight) { try writer?.writeRow($0) }
    } else {
      try band.withUnsafeBufferPointer { pixels in
        for y in 0..<bandHeight { try writer?.writeRow(pixels.baseAddress! + y * width) }
      }
    }
    bandStart += bandHeight
    bandHeight = 0
  }

  private func writeBlankRows(to end: Int) throws {
    if end == bandStart { return }
    let blank = [UInt32](repeating: 0, count: files.sizes[page].width)
    for _ in bandStart..<end {
      try blank.withUnsafeBufferPointer { try writer?.writeRow($0.baseAddress!) }
    }
    bandStart = end
  }
}
