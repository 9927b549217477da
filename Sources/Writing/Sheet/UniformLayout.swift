internal import Raster

/// Arranges equal cells in rows and columns, in order, from the top left.
struct UniformLayout {
  let cell: PixelSize
  let options: DecidedSheetOptions
  /// The longest side of a page in pixels.
  let allowed: Int
  /// The first cells of animations, in order.
  var starts: [Int] = []
  /// The rows above the cells of the first page.
  var head = 0

  /// The distance from one cell to the next.
  private var stepX: Int { cell.width + 2 * options.extrude + options.padding }
  private var stepY: Int { cell.height + 2 * options.extrude + options.padding }

  /// The length of a page's side with this many cells.
  private func width(_ columns: Int) -> Int {
    2 * options.border + columns * stepX - options.padding
  }
  private func height(_ rows: Int) -> Int {
    2 * options.border + rows * stepY - options.padding
  }

  func arrange(_ count: Int) -> SheetGeometry {
    let mostColumns = max(1, (allowed - 2 * options.border + options.padding) / stepX)
    let mostRows = max(1, (allowed - head - 2 * options.border + options.padding) / stepY)
    let columns: Int
    switch options.layout {
    case .column: columns = 1
    case .row: columns = min(count, mostColumns)
    case .grid, .packed:
      columns = min(options.columns ?? nearSquare(count, mostColumns, mostRows), mostColumns)
    }
    let rows = options.layout == .row ? 1 : mostRows
    let perPage = columns * rows

    var geometry = SheetGeometry(pages: [], placements: [])
    geometry.placements.reserveCapacity(count)
    var start = 0
    while start < count {
      let here = starts.end(ofPage: min(start + perPage, count), from: start, of: count) - start
      defer { start += here }
      let above = geometry.pages.isEmpty ? head : 0
      for index in 0..<here {
        geometry.placements.append(
          .init(
            page: geometry.pages.count,
            rect: PixelRect(
              x: options.border + options.extrude + index % columns * stepX,
              y: above + options.border + options.extrude + index / columns * stepY,
              width: cell.width, height: cell.height)))
      }
      let usedColumns = min(columns, here)
      let usedRows = (here + columns - 1) / columns
      geometry.pages.append(
        PixelSize(width: width(usedColumns), height: above + height(usedRows)))
    }
    return geometry
  }

  /// The number of columns for which the longer side is shortest; among several, the one with the
  /// fewest empty cells, then the most columns.
  private func nearSquare(_ count: Int, _ mostColumns: Int, _ mostRows: Int) -> Int {
    if count > mostColumns * mostRows { return mostColumns }
    let candidates = (1...min(count, mostColumns)).lazy.filter {
      (count + $0 - 1) / $0 <= mostRows
    }
    func cost(_ columns: Int) -> (side: Int, area: Int, preference: Int) {
      let rows = (count + columns - 1) / columns
      return (max(width(columns), height(rows)), width(columns) * height(rows), -columns)
    }
    return candidates.min { cost($0) < cost($1) } ?? mostColumns
  }
}

extension [Int] {
  /// The end of a page with limited room. An animation that does not end on the page starts on the
  /// next one, unless it is the only one on its page.
  ///
  /// - Parameters:
  ///   - most: the first cell without room.
  ///   - start: the first cell of the page.
  ///   - count: the total number of cells.
  func end(ofPage most: Int, from start: Int, of count: Int) -> Int {
    if most == count || contains(most) { return most }
    return last { start < $0 && $0 < most } ?? most
  }
}
