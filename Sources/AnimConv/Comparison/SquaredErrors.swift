internal import CLibrary
internal import Raster

/// Sums of squared differences between pictures, from which the peak signal-to-noise ratio (PSNR)
/// comes.
struct SquaredErrors: Sendable {
  /// Of red, green and blue.
  var color = 0.0
  /// Of luma.
  var luma = 0.0
  /// Pixels.
  var count = 0

  static func + (one: SquaredErrors, other: SquaredErrors) -> SquaredErrors {
    SquaredErrors(
      color: one.color + other.color, luma: one.luma + other.luma, count: one.count + other.count)
  }

  /// Over red, green and blue; nil for equal pictures, whose ratio is infinite.
  var colorPSNR: Double? { Self.decibels(color, count * 3) }
  /// Over luma; nil for equal planes.
  var lumaPSNR: Double? { Self.decibels(luma, count) }

  private static func decibels(_ sum: Double, _ count: Int) -> Double? {
    sum == 0 ? nil : 10 * log10(255 * 255 * Double(count) / sum)
  }
}

extension SquaredErrors {
  /// Compares two opaque pictures and their luma.
  ///
  /// - Complexity: one pass over the pixels.
  init(_ a: PixelBuffer, _ b: PixelBuffer, _ lumaA: LumaPlane, _ lumaB: LumaPlane) {
    let colors = a.withBytes { first in b.withBytes { second in Self.sum(first, second) } }
    let lumas = lumaA.values.withUnsafeBytes { first in
      lumaB.values.withUnsafeBytes { second in Self.sum(first, second) }
    }
    self.init(color: Double(colors), luma: Double(lumas), count: a.size.area)
  }

  /// So many bytes that 32 bits, where vectors hold most values at once, hold the sum of their squares.
  private static let stretch = 65_536

  /// Over all bytes; alpha is the same in opaque pictures.
  private static func sum(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> UInt64 {
    var total: UInt64 = 0
    var start = 0
    while start < a.count {
      let end = min(start &+ stretch, a.count)
      var sum: UInt32 = 0
      for index in start..<end {
        let difference = Int32(a[index]) &- Int32(b[index])
        sum &+= UInt32(truncatingIfNeeded: difference &* difference)
      }
      total &+= UInt64(sum)
      start = end
    }
    return total
  }
}
