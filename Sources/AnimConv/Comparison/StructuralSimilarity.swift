internal import CPixels
internal import Raster

/// The structural similarity (SSIM) of two planes: means, variances and covariance of windows of 8
/// by 8 pixels, at every fourth pixel in both directions, as in FFmpeg's `ssim` filter and x264.
///
/// Wang, Bovik, Sheikh, Simoncelli: "Image quality assessment: from error visibility to structural
/// similarity", 2004, with K1 = 0.01 and K2 = 0.03. A plane with a side below 8 is one window.
struct StructuralSimilarity {
  /// The mean of all windows; 1 for identical planes.
  let mean: Double
  /// The window with the lowest value.
  let worst: PixelRect
  /// Its value.
  let worstValue: Double

  /// - Complexity: one pass over the pixels.
  init(_ a: LumaPlane, _ b: LumaPlane) {
    precondition(a.size == b.size && a.size.area > 0, "planes of one size")
    let (columns, rows) = (a.size.width / 4, a.size.height / 4)
    if columns < 2 || rows < 2 {
      mean = Self.ofWhole(a, b)
      worst = PixelRect(a.size)
      worstValue = mean
      return
    }
    var total = 0.0
    var least = Float.infinity
    var place = (x: 0, y: 0)
    var above = BlockSums(count: columns)
    var here = above
    var lines = ColumnSums(count: columns * 4)
    var values = [Float](repeating: 0, count: columns - 1)
    for row in 0..<rows {
      swap(&above, &here)
      lines.set(a, b, fromRow: row * 4)
      lines.blocks(into: &here)
      if row == 0 { continue }
      BlockSums.similarities(of: above, here, into: &values)
      for (column, value) in values.enumerated() {
        total += Double(value)
        if value < least {
          least = value
          place = (column, row - 1)
        }
      }
    }
    mean = total / Double((columns - 1) * (rows - 1))
    worst = PixelRect(x: place.x * 4, y: place.y * 4, width: 8, height: 8)
    worstValue = Double(least)
  }

  /// The constants of x264 and FFmpeg for windows of this many pixels. The first is smaller than in
  /// the paper.
  private static func constants(pixels: Int) -> (c1: Double, c2: Double) {
    let count = Double(pixels)
    return (
      (0.01 * 0.01 * 255 * 255 * count).rounded(),
      (0.03 * 0.03 * 255 * 255 * count * max(1, count - 1)).rounded()
    )
  }

  /// Both planes as one window.
  private static func ofWhole(_ a: LumaPlane, _ b: LumaPlane) -> Double {
    var (first, second, squares, products) = (0.0, 0.0, 0.0, 0.0)
    for (p, q) in zip(a.values, b.values) {
      let (p, q) = (Double(p), Double(q))
      first += p
      second += q
      squares += p * p + q * q
      products += p * q
    }
    let (c1, c2) = constants(pixels: a.size.area)
    let count = Double(a.size.area)
    let (means, both) = (first * first + second * second, 2 * first * second)
    return (both + c1) * (2 * products * count - both + c2)
      / ((means + c1) * (squares * count - means + c2))
  }
}

extension StructuralSimilarity {
  /// Sums over adjacent blocks of 4 by 4 pixels: of the first plane, the second, both squares and
  /// the products, in consecutive lists.
  private struct BlockSums {
    private let count: Int
    var values: [Int32]

    init(count: Int) {
      self.count = count
      values = [Int32](repeating: 0, count: 4 * count)
    }

    /// The similarity of each window of four blocks. The loops over many windows are vectorized.
    /// All values are integers up to the quotient, so identical windows give exactly 1.
    ///
    /// - Parameter similarities: one fewer than the blocks in a row.
    static func similarities(
      of above: BlockSums, _ here: BlockSums, into similarities: inout [Float]
    ) {
      let (first, second) = constants(pixels: 64)
      let (c1, c2) = (Int32(first), Int32(second))
      let count = above.count
      above.values.withUnsafeBufferPointer { above in
        here.values.withUnsafeBufferPointer { here in
          let (p, q) = (above.baseAddress!, here.baseAddress!)
          @inline(__always) func sum(_ index: Int) -> Int32 {
            p[index] &+ p[index &+ 1] &+ q[index] &+ q[index &+ 1]
          }
          similarities.withUnsafeMutableBufferPointer { similarities in
            let target = similarities.baseAddress!
            for x in 0..<(count - 1) {
              let (a, b) = (sum(x), sum(x &+ count))
              let (squares, products) = (sum(x &+ 2 &* count), sum(x &+ 3 &* count))
              let (means, both) = (a &* a &+ b &* b, 2 &* a &* b)
              target[x] =
                Float(both &+ c1) * Float(128 &* products &- both &+ c2)
                / (Float(means &+ c1) * Float(64 &* squares &- means &+ c2))
            }
          }
        }
      }
    }
  }

  /// Sums over 4 vertically adjacent pixels, for each column.
  private struct ColumnSums {
    /// The number of pixel columns.
    private let count: Int
    /// Consecutive lists of sums: the first plane, the second, both squares and the products.
    private var values: [Int32]

    init(count: Int) {
      self.count = count
      values = [Int32](repeating: 0, count: 4 * count)
    }

    mutating func set(_ a: LumaPlane, _ b: LumaPlane, fromRow row: Int) {
      let (count, width) = (count, a.size.width)
      a.values.withUnsafeBufferPointer { a in
        b.values.withUnsafeBufferPointer { b in
          values.withUnsafeMutableBufferPointer { values in
            animconv_column_sums(
              a.baseAddress! + row * width, b.baseAddress! + row * width, width, count,
              values.baseAddress!)
          }
        }
      }
    }

    /// Sums of blocks of 4 by 4 pixels.
    func blocks(into blocks: inout BlockSums) {
      values.withUnsafeBufferPointer { values in
        blocks.values.withUnsafeMutableBufferPointer { blocks in
          for block in blocks.indices {
            let sums = values.baseAddress! + block &* 4
            blocks[block] = sums[0] &+ sums[1] &+ sums[2] &+ sums[3]
          }
        }
      }
    }
  }
}
