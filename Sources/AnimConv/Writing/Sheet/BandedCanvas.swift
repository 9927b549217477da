/// Pages whose cells come in rows from the top down, page by page: one row of cells is in memory,
/// whatever the size of the sheet.
final class BandedCanvas: SheetCanvas {
  private let files: SheetPageFiles
  private var page = -1
  private var writer: ExactPNGWriter?
  /// The row of cells at hand: rows ``bandStart`` to ``bandStart`` + ``bandHeight`` of the page.
  private var band: [UInt32] = []
  private var bandStart = 0
  private var bandHeight = 0

  init(_ files: SheetPageFiles) {
    self.files = files
  }

  func draw(_ rows: SheetCellRows, page: Int) throws {
    while self.page < page { try turnPage() }
    precondition(self.page == page, "pages come in order")
    let covered = rows.covered
    if covered.y != bandStart || bandHeight == 0 {
      try writeBand()
      precondition(covered.y >= bandStart, "rows of cells come from the top down")
      try writeBlankRows(to: covered.y)
      bandHeight = covered.height
      let count = files.sizes[page].width * bandHeight
      if band.count == count {
        band.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      } else {
        band = [UInt32](repeating: 0, count: count)
      }
    }
    let width = files.sizes[page].width
    band.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<covered.height {
        rows.fill(y, into: pixels.baseAddress! + (y * width + covered.x))
      }
    }
  }

  func finish() throws {
    while page < files.sizes.count { try turnPage() }
    band = []
  }

  /// Completes the page at hand and starts the next one, if there is one.
  private func turnPage() throws {
    if let writer {
      try writeBand()
      try writeBlankRows(to: files.sizes[page].height)
      try writer.finish()
      self.writer = nil
    }
    page += 1
    bandStart = 0
    bandHeight = 0
    if page < files.sizes.count { writer = try files.start(page) }
  }

  /// Writes the row of cells at hand; ``bandStart`` is the next row then.
  private func writeBand() throws {
    let width = files.sizes[page].width
    try band.withUnsafeBufferPointer { pixels in
      for y in 0..<bandHeight { try writer?.writeRow(pixels.baseAddress! + y * width) }
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
