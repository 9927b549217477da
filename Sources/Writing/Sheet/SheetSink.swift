package import Raster
internal import SystemPackage

/// Writes frames as the pages of one sheet.
///
/// Cells of equal size are written row by row, so that memory is one row of cells; pages of a
/// packed sheet wait in files without names.
package final class SheetSink: FrameSink {
  /// What each cell's whole frame was, to be compared when the sheet is read back.
  package private(set) var digests: [FrameDigest] = []

  private let cells: SheetCells
  private var canvas: (any SheetCanvas)?
  private var position = 0

  /// - Parameters:
  ///   - isScattered: whether cells lie on the pages in another order than they come in.
  package init(_ cells: SheetCells, isScattered: Bool, files: SheetPageFiles) {
    self.cells = cells
    canvas = isScattered ? ScatteredCanvas(files) : BandedCanvas(files)
    digests.reserveCapacity(cells.crops.count)
  }

  package func write(_ frame: TimedFrame) throws {
    precondition(canvas != nil, "write after the end")
    let cell = Int(cells.cellOfFrame[position])
    position += 1
    // An equal frame has drawn the cell.
    if cell < digests.count { return }
    let pixels = frame.frame.pixels
    digests.append(FrameDigest(pixels))
    let placement = cells.geometry.placements[cell]
    do {
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
