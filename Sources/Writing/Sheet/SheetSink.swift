package import Raster
internal import SystemPackage

/// Writes frames to the pages of one sheet.
///
/// Equal cells are written row by row, so memory holds one row of cells; pages of a packed sheet
/// wait in unnamed files.
package final class SheetSink: FrameSink {
  /// The whole frame of each cell, for comparison when the sheet is read back.
  package private(set) var digests: [FrameDigest] = []

  private let cells: SheetCells
  private let head: PixelBuffer?
  private var canvas: (any SheetCanvas)?
  private var position = 0

  /// - Parameters:
  ///   - isScattered: whether cells arrive in an order other than their layout.
  ///   - head: the text at the top of the first page; nil for none.
  package init(
    _ cells: SheetCells, isScattered: Bool, files: SheetPageFiles, head: PixelBuffer? = nil
  ) {
    self.cells = cells
    self.head = head
    canvas = isScattered ? ScatteredCanvas(files) : BandedCanvas(files)
    digests.reserveCapacity(cells.crops.count)
  }

  package func write(_ frame: TimedFrame) throws {
    precondition(canvas != nil, "write after the end")
    let cell = Int(cells.cellOfFrame[position])
    position += 1
    // An identical frame has already drawn the cell.
    if cell < digests.count { return }
    let pixels = frame.frame.pixels
    digests.append(FrameDigest(pixels))
    let placement = cells.geometry.placements[cell]
    do {
      if cell == 0, let head {
        let place = PixelRect(head.size)
        try canvas?.draw(
          SheetCellRows(head, crop: place, at: .init(page: 0, rect: place), extrude: 0), page: 0)
      }
      try canvas?.draw(
        SheetCellRows(
          pixels, crop: cells.crops[cell], at: placement, turn: cells.turn,
          extrude: cells.extrude),
        page: placement.page)
    } catch {
      cancel()
      throw error
    }
  }

  package func finish() throws {
    precondition(position == cells.cellOfFrame.count, "a frame for each that was planned")
    try canvas?.finish()
    canvas = nil
  }

  package func cancel() { canvas = nil }
}
