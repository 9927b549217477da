internal import Raster

/// The mean of the pixels in each cell of a grid. In images smaller than the grid, a cell is the
/// pixel at its place.
///
/// - Parameters:
///   - samples: the first sample; rows follow without padding.
///   - step: bytes from sample to sample.
///   - size: of the picture.
///   - across: cells in a row.
///   - down: rows of cells.
/// - Complexity: reads every sample once.
func cellMeans(
  of samples: UnsafePointer<UInt8>, step: Int, _ size: PixelSize, across: Int, down: Int
) -> [UInt8] {
  func edges(_ parts: Int, _ length: Int) -> [(from: Int, to: Int)] {
    (0..<parts).map { part in
      let from = part * length / parts
      return (from, max(from + 1, (part + 1) * length / parts))
    }
  }
  let columns = edges(across, size.width)
  var means: [UInt8] = []
  means.reserveCapacity(across * down)
  for rows in edges(down, size.height) {
    for column in columns {
      var sum = 0
      var y = rows.from
      while y < rows.to {
        let row = samples + y &* size.width &* step
        var x = column.from
        while x < column.to {
          sum &+= Int(row[x &* step])
          x &+= 1
        }
        y &+= 1
      }
      let area = (rows.to - rows.from) * (column.to - column.from)
      means.append(UInt8((sum + area / 2) / area))
    }
  }
  return means
}
