/// Compares blocks of 8 x 4 cells of two pictures, which may have moved.
extension FrameSketch {
  static let blockWidth = 8
  static let blockHeight = 4
  private static let blocksAcross = columns / blockWidth
  private static let blocks = blocksAcross * (rows / blockHeight)

  /// The mean difference of luma that remains after each block is matched at its best position in
  /// another picture.
  ///
  /// - Parameters:
  ///   - across: the largest horizontal distance in cells, in both directions.
  ///   - down: the largest vertical distance.
  func rest(from other: FrameSketch, across: Int = 8, down: Int = 4) -> Double {
    let outside = 64
    var sum = 0
    luma.withUnsafeBufferPointer { luma in
      other.luma.withUnsafeBufferPointer { other in
        for block in 0..<Self.blocks {
          let left = block % Self.blocksAcross * Self.blockWidth
          let top = block / Self.blocksAcross * Self.blockHeight
          var best = Int.max
          for dy in -down...down {
            for dx in -across...across {
              var error = 0
              var y = top
              while y < top &+ Self.blockHeight, error < best {
                let from = y &+ dy
                let isRow = from >= 0 && from < Self.rows
                var x = left
                while x < left &+ Self.blockWidth {
                  let column = x &+ dx
                  if isRow, column >= 0, column < Self.columns {
                    error &+= abs(
                      Int(luma[y &* Self.columns &+ x])
                        &- Int(other[from &* Self.columns &+ column]))
                  } else {
                    error &+= outside
                  }
                  x &+= 1
                }
                y &+= 1
              }
              best = min(best, error)
            }
          }
          sum += best
        }
      }
    }
    return Double(sum) / Double(Self.count)
  }

  /// The share of blocks with visible content that have changed, from 0 to 1.
  ///
  /// - Parameter noise: the largest mean difference that counts as no change.
  func changedShare(from other: FrameSketch, noise: Double) -> Double {
    var (changed, telling) = (0, 0)
    for block in 0..<Self.blocks {
      let isChanged = blockDifference(block, from: other) > max(2, noise)
      if isChanged { changed += 1 }
      if isChanged || max(blockContrast(block), other.blockContrast(block)) > 2 { telling += 1 }
    }
    // A small object appears or disappears on a plain background.
    if 4 * changed < Self.blocks { return 0 }
    return Double(changed) / Double(max(1, telling))
  }

  private func cells(of block: Int) -> [Int] {
    let left = block % Self.blocksAcross * Self.blockWidth
    let top = block / Self.blocksAcross * Self.blockHeight
    return (top..<top + Self.blockHeight).flatMap { (y: Int) -> [Int] in
      (left..<left + Self.blockWidth).map { y * Self.columns + $0 }
    }
  }

  private func blockDifference(_ block: Int, from other: FrameSketch) -> Double {
    let cells = cells(of: block)
    var sum = 0
    for cell in cells { sum += abs(Int(luma[cell]) - Int(other.luma[cell])) }
    return Double(sum) / Double(cells.count)
  }

  private func blockContrast(_ block: Int) -> Double {
    let values = cells(of: block).map { Double(luma[$0]) }
    let mean = values.reduce(0, +) / Double(values.count)
    var squares = 0.0
    for value in values { squares += (value - mean) * (value - mean) }
    return (squares / Double(values.count)).squareRoot()
  }
}
