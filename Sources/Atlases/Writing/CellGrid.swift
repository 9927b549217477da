internal import Raster

/// Equal cells of one page in rows and columns, counted in the way of programs that store no
/// rectangles.
///
/// Counting follows Tiled: the same margin before the first cell and the same spacing between cells
/// in both directions, and as many columns as fit on the page.
struct CellGrid: Sendable, Hashable {
  let cell: PixelSize
  /// Pixels before the first cell.
  let margin: Int
  /// Pixels between cells.
  let spacing: Int
  let columns: Int
  let rows: Int
  /// Whether cells cover the page without any other pixels.
  let isGapless: Bool

  /// - Returns: nil if the frames are on several pages, or not whole cells of one grid.
  init?(_ atlas: Atlas) {
    guard atlas.pages.count == 1, let page = atlas.pages[0].size, let first = atlas.frames.first,
      !first.rect.isEmpty,
      atlas.frames.allSatisfy({
        $0.rotation == .none && !$0.isTrimmed && $0.rect.size == first.rect.size
      })
    else { return nil }
    let (cell, rects) = (first.rect.size, atlas.frames.map(\.rect))
    let margin = rects.map(\.x).min() ?? 0
    guard rects.map(\.y).min() == margin else { return nil }
    // The next cell in either direction has the smallest distance that is not 0.
    let right = rects.lazy.map { $0.x - margin }.filter { $0 > 0 }.min().map { $0 - cell.width }
    let below = rects.lazy.map { $0.y - margin }.filter { $0 > 0 }.min().map { $0 - cell.height }
    let spacing = right ?? below ?? 0
    guard spacing >= 0, below ?? spacing == spacing else { return nil }
    self.cell = cell
    self.margin = margin
    self.spacing = spacing
    columns = TileGrid.count(
      along: page.width, tile: cell.width, margin: margin, spacing: spacing)
    rows = TileGrid.count(
      along: page.height, tile: cell.height, margin: margin, spacing: spacing)
    isGapless =
      margin == 0 && spacing == 0 && page.width.isMultiple(of: cell.width)
      && page.height.isMultiple(of: cell.height)
    guard rects.allSatisfy({ number(of: $0) != nil }) else { return nil }
  }

  /// The number of cells on the page, used or not.
  var count: Int { columns * rows }

  /// The rectangle of a cell.
  func rect(of number: Int) -> PixelRect {
    let (row, column) = number.quotientAndRemainder(dividingBy: columns)
    return PixelRect(
      x: margin + column * (cell.width + spacing), y: margin + row * (cell.height + spacing),
      width: cell.width, height: cell.height)
  }

  /// The number of a cell, row by row from 0; nil for rectangles that are not one of the cells.
  func number(of rect: PixelRect) -> Int? {
    let (pitchX, pitchY) = (cell.width + spacing, cell.height + spacing)
    let (column, restX) = (rect.x - margin).quotientAndRemainder(dividingBy: pitchX)
    let (row, restY) = (rect.y - margin).quotientAndRemainder(dividingBy: pitchY)
    guard restX == 0, restY == 0, 0..<columns ~= column, 0..<rows ~= row else { return nil }
    return row * columns + column
  }
}
