internal import Raster

/// The planes of an opaque picture in 4:2:0 of limited range, 8 bits, one after another. A chroma sample is
/// the mean of its 2 x 2 pixels; the last column and row are repeated for it.
struct YUVPlanes {
  private(set) var bytes: [UInt8]

  /// Of red, green and blue, in parts of 2^20.
  private typealias Weights = SIMD4<Int32>

  init(_ pixels: PixelBuffer) {
    let size = pixels.size
    let (luma, blue, red) = Self.weights(RawVideoFormat.matrix(size))
    let chroma = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    bytes = []
    bytes.reserveCapacity(size.area + 2 * chroma.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes.append(Self.sample(Self.pixel(pixels, x, y), luma, zero: 16, pixels: 1))
      }
    }
    for weights in [blue, red] {
      for y in 0..<chroma.height {
        let rows = (2 * y, min(2 * y + 1, size.height - 1))
        for x in 0..<chroma.width {
          let columns = (2 * x, min(2 * x + 1, size.width - 1))
          let sum =
            Self.pixel(pixels, columns.0, rows.0) &+ Self.pixel(pixels, columns.1, rows.0)
            &+ Self.pixel(pixels, columns.0, rows.1) &+ Self.pixel(pixels, columns.1, rows.1)
          bytes.append(Self.sample(sum, weights, zero: 128, pixels: 4))
        }
      }
    }
  }

  private static func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD4<Int32> {
    let place = pixels.base + y * pixels.stride + x * 4
    return SIMD4(Int32(place[0]), Int32(place[1]), Int32(place[2]), 0)
  }

  private static func sample(
    _ sum: SIMD4<Int32>, _ weights: Weights, zero: Int, pixels: Int
  ) -> UInt8 {
    let product =
      Int(sum.x) * Int(weights.x) + Int(sum.y) * Int(weights.y) + Int(sum.z) * Int(weights.z)
    let unit = pixels << 20
    return UInt8(clamping: (zero * unit + product + unit / 2) >> (pixels == 4 ? 22 : 20))
  }

  /// ITU-R BT.709 and BT.601 for quantized samples.
  private static func weights(
    _ matrix: VideoOptions.Matrix
  ) -> (luma: Weights, blue: Weights, red: Weights) {
    let (red, blue) = matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let green = 1 - red - blue
    func fixed(_ parts: (Double, Double, Double), _ scale: Double) -> Weights {
      func part(_ value: Double) -> Int32 { Int32((value * scale / 255 * 1_048_576).rounded()) }
      return Weights(part(parts.0), part(parts.1), part(parts.2), 0)
    }
    return (
      fixed((red, green, blue), 219),
      fixed((-red, -green, 1 - blue), 112 / (1 - blue)),
      fixed((1 - red, -green, -blue), 112 / (1 - red))
    )
  }
}
