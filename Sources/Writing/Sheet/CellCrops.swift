package import Raster

/// Which part of its frame each cell shows.
///
/// Most sheets show the same part of all of them, which takes no memory for each.
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

  /// The same parts of frames that are `factor` times as large.
  package func scaled(by factor: Int) -> CellCrops {
    if factor == 1 { return self }
    switch self {
    case .alike(let crop, let count): return .alike(crop.scaled(by: factor), count: count)
    case .different(let crops): return .different(crops.map { $0.scaled(by: factor) })
    }
  }
}
