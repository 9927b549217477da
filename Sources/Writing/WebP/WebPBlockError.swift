internal import Raster

/// The difference between a block of an image and its expected content.
struct WebPBlockError {
  /// Squared differences of colour, with green weighted twice as much as red and red twice as much
  /// as blue: 7 for a difference of 1 in all three of one pixel.
  var noise: Int32 = 0
  /// The expected noise if the mean difference were the only error. A mean difference is what
  /// viewers notice first.
  var bias: Int32 = 0
  /// Squared differences of alpha.
  var alpha: Int32 = 0

  /// The value of ``noise`` for a difference of 1 in every colour.
  static let unit = 7

  /// Compares blocks of two images with the same width.
  @inline(__always)
  init(
    _ shown: UnsafePointer<UInt32>, _ wanted: UnsafePointer<UInt32>, stride: Int,
    _ width: Int, _ height: Int
  ) {
    var (sumRed, sumGreen, sumBlue): (Int32, Int32, Int32) = (0, 0, 0)
    for y in 0..<height {
      let (a, b) = (shown + y &* stride, wanted + y &* stride)
      for x in 0..<width {
        let (one, two) = (a[x], b[x])
        let red = Int32(truncatingIfNeeded: one & 255) &- Int32(truncatingIfNeeded: two & 255)
        let green =
          Int32(truncatingIfNeeded: one >> 8 & 255) &- Int32(truncatingIfNeeded: two >> 8 & 255)
        let blue =
          Int32(truncatingIfNeeded: one >> 16 & 255) &- Int32(truncatingIfNeeded: two >> 16 & 255)
        let opacity = Int32(truncatingIfNeeded: one >> 24) &- Int32(truncatingIfNeeded: two >> 24)
        noise &+= red &* red &* 2 &+ green &* green &* 4 &+ blue &* blue
        alpha &+= opacity &* opacity
        sumRed &+= red
        sumGreen &+= green
        sumBlue &+= blue
      }
    }
    let squares =
      Int64(sumRed) * Int64(sumRed) * 2 + Int64(sumGreen) * Int64(sumGreen) * 4
      + Int64(sumBlue) * Int64(sumBlue)
    bias = Int32(squares / Int64(width * height))
  }

  /// No error.
  init() {}
}

/// How much worse a block may become than it was after drawing before it is drawn again.
struct WebPTolerance {
  /// A factor, in 1/16, on the error after drawing.
  var factor: Int64
  /// The allowed error of every pixel, in 1/16 of ``WebPBlockError/unit``.
  var floor: Int64
  /// The weight of a mean difference relative to noise.
  var biasWeight: Int64 = 3

  /// Every difference is drawn.
  static let none = WebPTolerance(factor: 16, floor: 0)

  /// For a quality from 1 to 100.
  init(quality: Int) {
    let loss = Int64(100 - quality)
    factor = 24
    floor = loss * loss / 32
  }

  private init(factor: Int64, floor: Int64) {
    self.factor = factor
    self.floor = floor
  }

  /// Whether a block with the error `painted` after drawing may stay with the error `now`.
  func allows(_ now: WebPBlockError, after painted: WebPBlockError, pixels: Int) -> Bool {
    if now.alpha > painted.alpha { return false }
    let error = Int64(now.noise) + biasWeight * Int64(now.bias)
    let before = Int64(painted.noise) + biasWeight * Int64(painted.bias)
    return error * 16 <= before * factor + floor * Int64(pixels * WebPBlockError.unit)
  }
}
