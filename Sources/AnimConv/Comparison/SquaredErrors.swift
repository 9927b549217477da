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
    let colors = a.withBytes { first in
      b.withBytes { second in
        Self.ofColors(first.bindMemory(to: UInt32.self), second.bindMemory(to: UInt32.self))
      }
    }
    let lumas = lumaA.values.withUnsafeBufferPointer { first in
      lumaB.values.withUnsafeBufferPointer { second in Self.ofLuma(first, second) }
    }
    self.init(color: Double(colors), luma: Double(lumas), count: a.size.area)
  }

  /// So many pixels that 32 bits hold the sum of their squares.
  private static let stretch = 4096

  /// Over red, green and blue. In 32 bits, where vectors hold most values at once.
  private static func ofColors(
    _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>
  ) -> UInt64 {
    var total: UInt64 = 0
    var start = 0
    while start < a.count {
      let end = min(start &+ stretch, a.count)
      var sum: UInt32 = 0
      for index in start..<end {
        let (p, q) = (a[index], b[index])
        let red = Int32(truncatingIfNeeded: p & 255) &- Int32(truncatingIfNeeded: q & 255)
        let green =
          Int32(truncatingIfNeeded: p &>> 8 & 255) &- Int32(truncatingIfNeeded: q &>> 8 & 255)
        let blue =
          Int32(truncatingIfNeeded: p &>> 16 & 255) &- Int32(truncatingIfNeeded: q &>> 16 & 255)
        sum &+= UInt32(truncatingIfNeeded: red &* red &+ green &* green &+ blue &* blue)
      }
      total &+= UInt64(sum)
      start = end
    }
    return total
  }

  private static func ofLuma(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
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
