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

    /// - Parameter count: how many pixels these are.
    func similarity(_ count: Double) -> Double {
      // The constants of x264 and FFmpeg, of which the first is smaller than that of the paper.
      let c1 = (0.01 * 0.01 * 255 * 255 * count).rounded()
      let c2 = (0.03 * 0.03 * 255 * 255 * count * max(1, count - 1)).rounded()
      let (a, b) = (Double(first), Double(second))
      let variances = Double(squares) * count - a * a - b * b
      let covariance = Double(products) * count - a * b
      return (2 * a * b + c1) * (2 * covariance + c2) / ((a * a + b * b + c1) * (variances + c2))
    }
  }

  /// - Complexity: one pass over the pixels.
  init(_ a: LumaPlane, _ b: LumaPlane) {
    precondition(a.size == b.size && a.size.area > 0, "planes of one size")
    let (columns, rows) = (a.size.width / 4, a.size.height / 4)
    if columns < 2 || rows < 2 {
      let whole = PixelRect(a.size)
      mean = Self.sums(a, b, whole).similarity(Double(a.size.area))
      worst = whole
      worstValue = mean
      return
    }
    var total = 0.0
    var least = Double.infinity
    var place = (x: 0, y: 0)
    var above: [Sums] = []
    for row in 0..<rows {
      let here = Self.blocks(a, b, row: row, columns: columns)
      if row > 0 {
        for column in 1..<columns {
          var window = above[column - 1]
          window.add(above[column])
          window.add(here[column - 1])
          window.add(here[column])
          let value = window.similarity(64)
          total += value
          if value < least {
            least = value
            place = (column - 1, row - 1)
          }
        }
      }
      above = here
    }
    mean = total / Double((columns - 1) * (rows - 1))
    worst = PixelRect(x: place.x * 4, y: place.y * 4, width: 8, height: 8)
    worstValue = least
  }

  /// The blocks of 4 by 4 pixels of one row of them.
  private static func blocks(
    _ a: LumaPlane, _ b: LumaPlane, row: Int, columns: Int
  ) -> [Sums] {
    (0..<columns).map { sums(a, b, PixelRect(x: $0 * 4, y: row * 4, width: 4, height: 4)) }
  }

  @inline(__always)
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
