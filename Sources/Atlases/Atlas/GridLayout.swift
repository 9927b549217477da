public import Raster
package import Stages

/// The known facts about a sheet without data; nil properties are derived from the others.
public struct GridRequest: Sendable, Hashable {
  /// Size of a cell in pixels.
  public var cell: PixelSize?
  /// Columns (width) and rows (height).
  public var grid: PixelSize?
  /// Number of frames; further cells are empty. All cells by default.
  public var count: Int?
  /// Pixels between neighbouring cells.
  public var spacing = 0
  /// Pixels around all cells.
  public var margin = 0
  /// The order of the cells.
  public var order = Order.rows

  /// The order of the cells as frames.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// Rows from left to right, from the top.
    case rows
    /// Columns from top to bottom, from the left.
    case columns
  }

  /// As square as the cells allow, without gaps.
  public init() {}
}

/// The frames of a sheet without data: equal cells in rows and columns.
package struct GridLayout: Sendable, Hashable {
  /// The whole sheet.
  package let sheet: PixelSize
  /// Size of every frame.
  package let cell: PixelSize
  package let columns: Int
  package let rows: Int
  /// Number of frames, at most ``columns`` times ``rows``.
  package let count: Int
  package let spacing: Int
  package let margin: Int
  package let order: GridRequest.Order
  /// Unused pixels to the right of and below the last cells.
  package let remainder: PixelSize

  /// The place of frame `index` on the sheet.
  ///
  /// - Parameter index: from 0 to ``count``, exclusive.
  package func rect(of index: Int) -> PixelRect {
    precondition(index >= 0 && index < count, "a frame of the sheet")
    let (column, row) =
      switch order {
      case .rows: (index % columns, index / columns)
      case .columns: (index / rows, index % rows)
      }
    return PixelRect(
      x: margin + column * (cell.width + spacing), y: margin + row * (cell.height + spacing),
      width: cell.width, height: cell.height)
  }

  /// Finds the cells of a sheet.
  ///
  /// The request takes precedence: a grid must divide the sheet, a cell may leave a remainder at
  /// the right and bottom. Then follows a pair of numbers in the file name (`walk_8x1.png`):
  /// columns and rows, or a number of columns (`walk_strip8.png`), or the size of a cell if the
  /// first reading gives cells below 8 pixels and the second fits. Then follows a number of frames,
  /// as one row or column along the longer side, and finally one row or column of squares.
  ///
  /// - Parameters:
  ///   - sheet: the size of the picture.
  ///   - name: its file name.
  /// - Throws: ``AtlasError/grid(sheet:detail:)`` and ``AtlasError/gridUnknown(sheet:)``, and
  ///   ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package init(
    _ request: GridRequest, sheet: PixelSize, name: String? = nil, limits: ReadingLimits
  ) throws {
    try limits.check(canvas: sheet)
    func refuse(_ detail: String) -> AtlasError { .grid(sheet: sheet, detail: detail) }
    guard sheet.width > 0, sheet.height > 0 else { throw refuse("it is empty") }
    let range = 0...Int(Int32.max)
    guard range.contains(request.spacing), range.contains(request.margin) else {
      throw refuse("spacing and margin must be 0 or more")
    }
    let sides = [request.cell, request.grid].compactMap { $0 }.flatMap { [$0.width, $0.height] }
    guard sides.allSatisfy({ $0 >= 1 && range.contains($0) }) else {
      throw refuse("cell and grid must be 1 or more")
    }
    let across = Axis(sheet.width, request.spacing, request.margin, name: "width")
    let down = Axis(sheet.height, request.spacing, request.margin, name: "height")

    let grid: PixelSize
    let cell: PixelSize
    if let size = request.cell {
      cell = size
      grid =
        request.grid
        ?? PixelSize(width: across.count(of: size.width), height: down.count(of: size.height))
      guard grid.width > 0, grid.height > 0,
        across.used(grid.width, size.width) <= sheet.width,
        down.used(grid.height, size.height) <= sheet.height
      else { throw refuse("\(grid.width) columns and \(grid.height) rows of \(size) do not fit") }
    } else if let named = try request.grid ?? Self.grid(request, sheet, across, down, name) {
      grid = named
      cell = PixelSize(
        width: try across.part(named.width, refuse), height: try down.part(named.height, refuse))
    } else {
      throw AtlasError.gridUnknown(sheet: sheet)
    }

    // Both are at most the sheet's sides, and their product is within the limit on pixels.
    let cells = grid.width * grid.height
    let count = request.count ?? cells
    guard (1...cells).contains(count) else {
      throw refuse("\(count) frames do not fit into \(grid.width) columns and \(grid.height) rows")
    }
    guard count <= limits.maxFrames else {
      throw ReadingError.limitExceeded(limit: .frames, value: count, allowed: limits.maxFrames)
    }
    self.sheet = sheet
    self.cell = cell
    columns = grid.width
    rows = grid.height
    self.count = count
    spacing = request.spacing
    margin = request.margin
    order = request.order
    remainder = PixelSize(
      width: max(0, sheet.width - request.margin - across.used(grid.width, cell.width)),
      height: max(0, sheet.height - request.margin - down.used(grid.height, cell.height)))
  }

  /// Columns and rows from the name, the number of frames or the shape; nil if none decides.
  private static func grid(
    _ request: GridRequest, _ sheet: PixelSize, _ across: Axis, _ down: Axis, _ name: String?
  ) throws -> PixelSize? {
    if let strip = name.flatMap({ StripName($0) }) {
      return PixelSize(width: strip.count, height: 1)
    }
    if let pair = name.flatMap({ SheetName($0) }) {
      let asGrid = (across.dividing(pair.first), down.dividing(pair.second))
      let asCell = (across.exactCount(of: pair.first), down.exactCount(of: pair.second))
      if let width = asGrid.0, let height = asGrid.1,
        min(width, height) >= 8 || asCell.0 == nil
          || asCell.1 == nil
      {
        return PixelSize(width: pair.first, height: pair.second)
      }
      if let columns = asCell.0, let rows = asCell.1 {
        return PixelSize(width: columns, height: rows)
      }
    }
    if let count = request.count, count > 0 {
      let isTall = sheet.height > sheet.width
      if (isTall ? down : across).dividing(count) != nil {
        return isTall
          ? PixelSize(width: 1, height: count) : PixelSize(width: count, height: 1)
      }
    }
    if sheet.height > sheet.width, let side = across.dividing(1),
      let rows = down.exactCount(of: side)
    {
      return PixelSize(width: 1, height: rows)
    }
    if sheet.width > sheet.height, let side = down.dividing(1),
      let columns = across.exactCount(of: side)
    {
      return PixelSize(width: columns, height: 1)
    }
    return nil
  }
}

/// One side of a sheet, with the number and length of cells along it.
private struct Axis {
  let length: Int
  let spacing: Int
  let margin: Int
  let name: String

  init(_ length: Int, _ spacing: Int, _ margin: Int, name: String) {
    self.length = length
    self.spacing = spacing
    self.margin = margin
    self.name = name
  }

  /// The distance from the start to the end of the last of `count` cells, in pixels; larger than
  /// any sheet on overflow.
  func used(_ count: Int, _ cell: Int) -> Int {
    let (pitches, overflow) = (count - 1).multipliedReportingOverflow(by: cell + spacing)
    return overflow || pitches > Int(Int32.max) ? Int.max / 2 : margin + pitches + cell
  }

  /// The number of cells that fit. The margin applies to both ends if the cells then fit exactly,
  /// otherwise only to the start, as in Tiled and Phaser.
  func count(of cell: Int) -> Int {
    exactCount(of: cell) ?? max(0, (length - margin + spacing) / (cell + spacing))
  }

  /// The number of cells if there is no remainder.
  func exactCount(of cell: Int) -> Int? {
    let inner = length - 2 * margin + spacing
    guard inner > 0, inner % (cell + spacing) == 0 else { return nil }
    return inner / (cell + spacing)
  }

  /// The length of a cell if `count` of them leave no remainder.
  func dividing(_ count: Int) -> Int? {
    let inner = length - 2 * margin + spacing
    guard inner > 0, inner % count == 0, inner / count > spacing else { return nil }
    return inner / count - spacing
  }

  func part(_ count: Int, _ refuse: (String) -> AtlasError) throws -> Int {
    guard let cell = dividing(count) else {
      throw refuse("its \(name) does not divide into \(count) equal cells")
    }
    return cell
  }
}
