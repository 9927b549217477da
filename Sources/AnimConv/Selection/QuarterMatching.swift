/// Compares blocks of two pictures that have moved by fractions of cells.
extension FrameSketch {
  /// Like ``rest(from:across:down:)``, but each block is matched at the best position in steps of a
  /// quarter of a cell. Values between cells are interpolated linearly.
  func quarterRest(from other: FrameSketch, across: Int = 8, down: Int = 4) -> Double {
    let fine = QuarterCells(other.luma)
    var sum = 0
    for top in stride(from: 0, to: Self.rows, by: Self.blockHeight) {
      for left in stride(from: 0, to: Self.columns, by: Self.blockWidth) {
        sum += quarterRest(of: (left, top), in: fine, across: 4 * across, down: 4 * down)
      }
    }
    return Double(sum) / Double(Self.count)
  }

  /// The smallest sum of differences of a block: over all positions in steps of half a cell, and
  /// the quarters around the best of these.
  private func quarterRest(
    of block: (left: Int, top: Int), in fine: QuarterCells, across: Int, down: Int
  ) -> Int {
    var (best, place) = (Int.max, (x: 0, y: 0))
    for y in stride(from: -down, through: down, by: 2) {
      for x in stride(from: -across, through: across, by: 2) {
        let error = error(of: block, at: (x, y), in: fine, below: best)
        if error < best { (best, place) = (error, (x, y)) }
      }
    }
    for y in place.y - 1...place.y + 1 {
      for x in place.x - 1...place.x + 1 {
        best = min(best, error(of: block, at: (x, y), in: fine, below: best))
      }
    }
    return best
  }

  /// The sum of differences of a block at an offset in quarters of cells; if the sum is not below
  /// the limit, any value that is not below it either.
  private func error(
    of block: (left: Int, top: Int), at offset: (x: Int, y: Int), in fine: QuarterCells,
    below limit: Int
  ) -> Int {
    var error = 0
    luma.withUnsafeBufferPointer { luma in
      for y in block.top..<block.top + Self.blockHeight where error < limit {
        for x in block.left..<block.left + Self.blockWidth {
          error &+= fine.difference(
            of: luma[y &* Self.columns &+ x], from: 4 &* x &+ offset.x, 4 &* y &+ offset.y)
        }
      }
    }
    return error
  }
}

/// Cells with three interpolated values between each pair of neighbours.
private struct QuarterCells {
  private static let columns = 4 * (FrameSketch.columns - 1) + 1
  private static let rows = 4 * (FrameSketch.rows - 1) + 1
  private let values: [UInt8]

  init(_ cells: [UInt8]) {
    var values = [UInt8](repeating: 0, count: Self.columns * Self.rows)
    for y in 0..<Self.rows {
      let above = y / 4 * FrameSketch.columns
      let below = (y + 3) / 4 * FrameSketch.columns
      for x in 0..<Self.columns {
        let (left, right) = (x / 4, (x + 3) / 4)
        let (across, down) = (x % 4, y % 4)
        let upper = Int(cells[above + left]) * (4 - across) + Int(cells[above + right]) * across
        let lower = Int(cells[below + left]) * (4 - across) + Int(cells[below + right]) * across
        values[y * Self.columns + x] = UInt8((upper * (4 - down) + lower * down + 8) / 16)
      }
    }
    self.values = values
  }

  /// 64 outside of the picture.
  func difference(of value: UInt8, from x: Int, _ y: Int) -> Int {
    guard 0..<Self.columns ~= x, 0..<Self.rows ~= y else { return 64 }
    return abs(Int(value) &- Int(values[y &* Self.columns &+ x]))
  }
}
