internal import Raster

/// The structural similarity (SSIM) of two planes: means, variances and covariance of windows of 8 by
/// 8 pixels, one every 4 pixels in both directions, as FFmpeg's `ssim` filter and x264 take them.
///
/// Wang, Bovik, Sheikh, Simoncelli: "Image quality assessment: from error visibility to structural
/// similarity", 2004, with K1 = 0.01 and K2 = 0.03. A plane with a side below 8 is one window.
struct StructuralSimilarity {
  /// The mean of all windows; 1 for equal planes.
  let mean: Double
  /// The window with the lowest value.
  let worst: PixelRect
  /// Its value.
  let worstValue: Double

  /// Sums of a block of pixels: of each plane, of both squares, and of the products.
  private struct Sums {
    var first: UInt32 = 0
    var second: UInt32 = 0
    var squares: UInt32 = 0
    var products: UInt32 = 0

    mutating func add(_ other: Sums) {
      first &+= other.first
      second &+= other.second
      squares &+= other.squares
      products &+= other.products
    }

    @inline(__always)
    func similarity(_ formula: Formula) -> Double {
      let (a, b) = (Double(first), Double(second))
      let variances = Double(squares) * formula.count - a * a - b * b
      let covariance = Double(products) * formula.count - a * b
      return (2 * a * b + formula.c1) * (2 * covariance + formula.c2)
        / ((a * a + b * b + formula.c1) * (variances + formula.c2))
    }
  }

  /// What is the same for all windows of so many pixels.
  private struct Formula {
    let count: Double
    let c1: Double
    let c2: Double

    init(_ count: Int) {
      let count = Double(count)
      self.count = count
      // The constants of x264 and FFmpeg, of which the first is smaller than that of the paper.
      c1 = (0.01 * 0.01 * 255 * 255 * count).rounded()
      c2 = (0.03 * 0.03 * 255 * 255 * count * max(1, count - 1)).rounded()
    }
  }

  /// - Complexity: one pass over the pixels.
  init(_ a: LumaPlane, _ b: LumaPlane) {
    precondition(a.size == b.size && a.size.area > 0, "planes of one size")
    let (columns, rows) = (a.size.width / 4, a.size.height / 4)
    if columns < 2 || rows < 2 {
      let whole = PixelRect(a.size)
      mean = Self.sums(a, b, whole).similarity(Formula(a.size.area))
      worst = whole
      worstValue = mean
      return
    }
    let formula = Formula(64)
    var total = 0.0
    var least = Double.infinity
    var place = (x: 0, y: 0)
    var above = [Sums](repeating: Sums(), count: columns)
    var here = above
    var lines = ColumnSums(count: columns * 4)
    for row in 0..<rows {
      swap(&above, &here)
      lines.set(a, b, fromRow: row * 4)
      lines.blocks(into: &here)
      if row > 0 {
        for column in 1..<columns {
          var window = above[column - 1]
          window.add(above[column])
          window.add(here[column - 1])
          window.add(here[column])
          let value = window.similarity(formula)
          total += value
          if value < least {
            least = value
            place = (column - 1, row - 1)
          }
        }
      }
    }
    mean = total / Double((columns - 1) * (rows - 1))
    worst = PixelRect(x: place.x * 4, y: place.y * 4, width: 8, height: 8)
    worstValue = least
  }

  /// Sums over 4 pixels below one another, for each column of pixels: loops over many columns become
  /// instructions on vectors.
  private struct ColumnSums {
    /// Of columns of pixels.
    private let count: Int
    /// Of the first plane, of the second, of both squares and of the products, one list after another.
    private var values: [UInt32]

    init(count: Int) {
      self.count = count
      values = [UInt32](repeating: 0, count: 4 * count)
    }

    mutating func set(_ a: LumaPlane, _ b: LumaPlane, fromRow row: Int) {
      let (count, width) = (count, a.size.width)
      a.values.withUnsafeBufferPointer { a in
        b.values.withUnsafeBufferPointer { b in
          values.withUnsafeMutableBufferPointer { values in
            let (p, q) = (a.baseAddress! + row * width, b.baseAddress! + row * width)
            let sums = values.baseAddress!
            Self.add(p, width, count, to: sums)
            Self.add(q, width, count, to: sums + count)
            Self.multiply(
              p, q, width, count, squares: sums + 2 * count, products: sums + 3 * count)
          }
        }
      }
    }

    private static func add(
      _ p: UnsafePointer<UInt8>, _ width: Int, _ count: Int, to sums: UnsafeMutablePointer<UInt32>
    ) {
      let (p1, p2, p3) = (p + width, p + 2 * width, p + 3 * width)
      for x in 0..<count {
        sums[x] = UInt32(p[x]) &+ UInt32(p1[x]) &+ UInt32(p2[x]) &+ UInt32(p3[x])
      }
    }

    private static func multiply(
      _ p: UnsafePointer<UInt8>, _ q: UnsafePointer<UInt8>, _ width: Int, _ count: Int,
      squares: UnsafeMutablePointer<UInt32>, products: UnsafeMutablePointer<UInt32>
    ) {
      let (p1, p2, p3) = (p + width, p + 2 * width, p + 3 * width)
      let (q1, q2, q3) = (q + width, q + 2 * width, q + 3 * width)
      for x in 0..<count {
        let (a0, a1, a2, a3) = (Int32(p[x]), Int32(p1[x]), Int32(p2[x]), Int32(p3[x]))
        let (b0, b1, b2, b3) = (Int32(q[x]), Int32(q1[x]), Int32(q2[x]), Int32(q3[x]))
        let first = a0 &* a0 &+ a1 &* a1 &+ a2 &* a2 &+ a3 &* a3
        let second = b0 &* b0 &+ b1 &* b1 &+ b2 &* b2 &+ b3 &* b3
        let both = a0 &* b0 &+ a1 &* b1 &+ a2 &* b2 &+ a3 &* b3
        squares[x] = UInt32(truncatingIfNeeded: first &+ second)
        products[x] = UInt32(truncatingIfNeeded: both)
      }
    }

    /// Sums of blocks of 4 by 4 pixels.
    func blocks(into blocks: inout [Sums]) {
      values.withUnsafeBufferPointer { values in
        for column in blocks.indices {
          let sums = values.baseAddress! + column &* 4
          blocks[column] = Sums(
            first: Self.sum(sums), second: Self.sum(sums + count),
            squares: Self.sum(sums + 2 * count), products: Self.sum(sums + 3 * count))
        }
      }
    }

    @inline(__always)
    private static func sum(_ values: UnsafePointer<UInt32>) -> UInt32 {
      values[0] &+ values[1] &+ values[2] &+ values[3]
    }
  }

  private static func sums(_ a: LumaPlane, _ b: LumaPlane, _ rect: PixelRect) -> Sums {
    a.values.withUnsafeBufferPointer { first in
      b.values.withUnsafeBufferPointer { second in
        var sums = Sums()
        for y in rect.y..<rect.maxY {
          let start = y &* a.size.width
          for index in (start &+ rect.x)..<(start &+ rect.maxX) {
            let (p, q) = (UInt32(first[index]), UInt32(second[index]))
            sums.first &+= p
            sums.second &+= q
            sums.squares &+= p &* p &+ q &* q
            sums.products &+= p &* q
          }
        }
        return sums
      }
    }
  }
}
