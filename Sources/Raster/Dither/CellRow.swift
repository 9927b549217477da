/// The dither along one row of pixels, interpolated between the centres of ``DitherCells``.
struct CellRow {
  private let cells: [DitherCells.Cell]
  /// The start of the row's own cells, and of the nearest other row of cells.
  private let own: Int
  private let other: Int
  /// The share of the other cells.
  private let share: Float

  /// The weights of the previous and the next cell for each of a cell's four pixels.
  private static let before = SIMD4<Float>(0.375, 0.125, 0, 0)
  private static let behind = SIMD4<Float>(0, 0, 0.125, 0.375)

  /// - Parameter y: the row; not in the first or the last row of cells.
  init(_ cells: DitherCells, _ y: Int) {
    self.cells = cells.cells
    let row = y / DitherCells.side
    own = row * cells.columns
    other = own + (y & 3 < 2 ? -cells.columns : cells.columns)
    share = y & 3 == 0 || y & 3 == 3 ? 0.375 : 0.125
  }

  /// The certainty of dither, from 0 to 1, for the four pixels of a cell.
  @inline(__always)
  func strength(_ column: Int) -> SIMD4<Float> { spread(column) { $0.strength } }

  @inline(__always)
  func tolerance(_ column: Int) -> SIMD4<Float> { spread(column) { $0.tolerance } }

  @inline(__always)
  func detail(_ column: Int) -> SIMD4<Float> { spread(column) { $0.detail } }

  @inline(__always)
  func amplitude(_ column: Int, _ channel: Int) -> SIMD4<Float> {
    spread(column) { $0.amplitude[channel] }
  }

  @inline(__always)
  private func spread(_ column: Int, _ value: (DitherCells.Cell) -> Float) -> SIMD4<Float> {
    let before = mixed(column - 1, value)
    let here = mixed(column, value)
    let behind = mixed(column + 1, value)
    return SIMD4(repeating: here) + Self.before * (before - here) + Self.behind * (behind - here)
  }

  @inline(__always)
  private func mixed(_ column: Int, _ value: (DitherCells.Cell) -> Float) -> Float {
    let here = value(cells[own + column])
    return here + (value(cells[other + column]) - here) * share
  }
}
