internal import Stages

extension ReadingLimits {
  /// The largest number of pixels under any settings, so that no computed number of bytes
  /// overflows.
  static let addressablePixels = 1 << 48

  /// Checks the sides and the area of a canvas; after this, the area can be computed.
  package func check(canvas size: PixelSize) throws {
    try check(.side, max(size.width, size.height), maxSide)
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    try check(.pixels, overflow ? Int.max : area, min(maxPixels, Self.addressablePixels))
  }

  /// Checks the size of this many frames on a canvas.
  package func check(frames count: Int, on canvas: PixelSize) throws {
    try check(.frames, count, maxFrames)
    try check(totalOf: count, on: canvas)
  }

  /// Checks the pixels of this many frames on a canvas, not their number.
  package func check(totalOf count: Int, on canvas: PixelSize) throws {
    let (total, overflow) = canvas.area.multipliedReportingOverflow(by: count)
    try check(.totalPixels, overflow ? Int.max : total, maxTotalPixels)
  }
}
