/// Enlarges pictures by weighing the four nearest pixels; alpha weighs colours, so that transparent
/// pixels bleed no colour.
package struct BilinearEnlargement {
  private let size: PixelSize
  private let columns: [Sample]
  private let rows: [Sample]

  /// Two neighbours and the weight of the second, of 256.
  private struct Sample {
    let first: Int
    let second: Int
    let weight: UInt64
  }

  package init(from size: PixelSize, to target: PixelSize) {
    self.size = size
    columns = Self.samples(size.width, target.width)
    rows = Self.samples(size.height, target.height)
  }

  private static func samples(_ from: Int, _ to: Int) -> [Sample] {
    (0..<to).map { index in
      // The middle of the pixel, in 256ths of a source pixel, seen from the middle of the first.
      let middle = max(0, min((from - 1) * 256, (2 * index + 1) * from * 128 / to - 128))
      return Sample(
        first: middle / 256, second: min(middle / 256 + 1, from - 1), weight: UInt64(middle % 256))
    }
  }

  package func draw(
    _ source: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    for (y, row) in rows.enumerated() {
      let upper = source + row.first * size.width
      let lower = source + row.second * size.width
      for (x, column) in columns.enumerated() {
        let (right, bottom) = (column.weight, row.weight)
        target[y * stride + x] = Self.mix(
          (upper[column.first], (256 - right) * (256 - bottom)),
          (upper[column.second], right * (256 - bottom)),
          (lower[column.first], (256 - right) * bottom),
          (lower[column.second], right * bottom))
      }
    }
  }

  private typealias Weighted = (pixel: UInt32, weight: UInt64)

  private static func mix(_ a: Weighted, _ b: Weighted, _ c: Weighted, _ d: Weighted) -> UInt32 {
    if a.pixel == b.pixel, b.pixel == c.pixel, c.pixel == d.pixel { return a.pixel }
    var alpha: UInt64 = 0
    var (red, green, blue): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for (pixel, weight) in [a, b, c, d] {
      let value = UInt64(pixel.littleEndian)
      let share = (value >> 24) * weight
      alpha += share
      red += (value & 255) * share
      green += (value >> 8 & 255) * share
      blue += (value >> 16 & 255) * share
    }
    let shown = (alpha + 32768) >> 16
    if shown == 0 { return 0 }
    let half = alpha / 2
    let colors =
      (red + half) / alpha | ((green + half) / alpha) << 8 | ((blue + half) / alpha) << 16
    return UInt32(truncatingIfNeeded: colors | shown << 24).littleEndian
  }
}
