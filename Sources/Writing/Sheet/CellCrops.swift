package import Raster

/// The part of its frame that each cell shows.
///
/// On most sheets this part is the same for all cells, which needs no memory for each.
package enum CellCrops: Sendable, Hashable {
  case alike(PixelRect, count: Int)
  case different([PixelRect])

  package var count: Int {
    switch self {
    case .alike(_, let count): count
    case .different(let crops): crops.count
    }
  }

  /// The part that a cell shows.
  package subscript(cell: Int) -> PixelRect {
    switch self {
    case .alike(let crop, _): crop
    case .different(let crops): crops[cell]
    }
  }

  /// The same parts of frames enlarged by `factor`.
  package func scaled(by factor: Int) -> CellCrops {
    if factor == 1 { return self }
    switch self {
    case .alike(let crop, let count): return .alike(crop.scaled(by: factor), count: count)
    case .different(let crops): return .different(crops.map { $0.scaled(by: factor) })
    }
  }
}
