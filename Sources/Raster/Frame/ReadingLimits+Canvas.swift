internal import Stages

extension ReadingLimits {
  /// Whatever is allowed: of so many pixels, no number of bytes that is computed overflows.
  static let addressablePixels = 1 << 48

  /// Checks the sides and the area of a canvas; the area may be computed afterwards.
  package func check(canvas size: PixelSize) throws {
    try check(.side, max(size.width, size.height), maxSide)
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    try check(.pixels, overflow ? Int.max : area, min(maxPixels, Self.addressablePixels))
  }

  /// Checks what so many frames on a canvas take.
  package func check(frames count: Int, on canvas: PixelSize) throws {
    try check(.frames, count, maxFrames)
    try check(totalOf: count, on: canvas)
  }

  /// Checks the pixels of so many frames on a canvas, not their number.
  package func check(totalOf count: Int, on canvas: PixelSize) throws {
    let (total, overflow) = canvas.area.multipliedReportingOverflow(by: count)
    try check(.totalPixels, overflow ? Int.max : total, maxTotalPixels)
  }
}
