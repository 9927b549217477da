internal import CLibrary
internal import CPixels
internal import Raster

/// Sums of squared differences between images, the basis of the peak signal-to-noise ratio (PSNR).
struct SquaredErrors: Sendable {
  /// The sum over red, green and blue.
  var color = 0.0
  /// The sum for luma.
  var luma = 0.0
  /// Pixels.
  var count = 0

  static func + (one: SquaredErrors, other: SquaredErrors) -> SquaredErrors {
    SquaredErrors(
      color: one.color + other.color, luma: one.luma + other.luma, count: one.count + other.count)
  }

  /// PSNR over red, green and blue; nil for identical images, whose ratio is infinite.
  var colorPSNR: Double? { Self.decibels(color, count * 3) }
  /// PSNR over luma; nil for identical planes.
  var lumaPSNR: Double? { Self.decibels(luma, count) }

  private static func decibels(_ sum: Double, _ count: Int) -> Double? {
    sum == 0 ? nil : 10 * log10(255 * 255 * Double(count) / sum)
  }
}

extension SquaredErrors {
  /// Compares two opaque images and their luma.
  ///
  /// - Complexity: one pass over the pixels.
  init(_ a: PixelBuffer, _ b: PixelBuffer, _ lumaA: LumaPlane, _ lumaB: LumaPlane) {
    let colors = a.withBytes { first in b.withBytes { second in Self.sum(first, second) } }
    let lumas = lumaA.values.withUnsafeBytes { first in
      lumaB.values.withUnsafeBytes { second in Self.sum(first, second) }
    }
    self.init(color: Double(colors), luma: Double(lumas), count: a.size.area)
  }

  /// Over all bytes, because alpha is identical in opaque images.
  private static func sum(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> UInt64 {
    let (p, q) = (a.bindMemory(to: UInt8.self), b.bindMemory(to: UInt8.self))
    return animconv_squared_differences(p.baseAddress!, q.baseAddress!, p.count)
  }
}
