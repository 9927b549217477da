import Raster
import TestSupport

/// A picture of few colours, made from one of many colours with a textbook dither.
struct DitheredPicture {
  let size: PixelSize
  /// Red, green and blue of each pixel, from 0 to 255.
  let original: [SIMD3<Float>]
  /// Opaque RGBA with red in the lowest byte.
  var pixels: [UInt32]

  init(
    _ size: PixelSize, original: [SIMD3<Float>]? = nil,
    dither: (PixelSize, [SIMD3<Float>]) -> [SIMD3<Float>]
  ) {
    self.size = size
    self.original = original ?? Self.gradient(size)
    pixels = dither(size, self.original).map(Self.pixel)
  }

  /// Slow waves of all colours.
  static func gradient(_ size: PixelSize) -> [SIMD3<Float>] {
    (0..<size.area).map { place in
      let (x, y) = (Float(place % size.width), Float(place / size.width))
      let (across, down) = (x / Float(size.width), y / Float(size.height))
      return SIMD3(
        20 + 210 * across, 30 + 200 * down, 225 - 130 * across - 70 * down
      )
    }
  }

  static func pixel(_ color: SIMD3<Float>) -> UInt32 {
    let bytes = (0..<3).map { UInt32(min(max(color[$0].rounded(), 0), 255)) }
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | 255 << 24
  }

  var buffer: PixelBuffer {
    let buffer = PixelBuffer.Pool(size: size).take()
    buffer.copy(pixels)
    return buffer
  }

  /// The nearest of `levels` values in each colour.
  static func nearest(levels: Int) -> (PixelSize, [SIMD3<Float>]) -> [SIMD3<Float>] {
    let step = 255 / Float(levels - 1)
    return { _, colors in colors.map { ($0 / step).rounded(.toNearestOrEven) * step } }
  }

  /// Bayer's thresholds, starting at a position.
  static func ordered(levels: Int, x: Int = 0, y: Int = 0) -> (PixelSize, [SIMD3<Float>]) -> [SIMD3<
    Float
  >] {
    // The 8 x 8 matrix: the bits of x and of x xor y alternate, from the lowest on.
    func threshold(_ x: Int, _ y: Int) -> Float {
      var value = 0
      for bit in 0..<3 {
        let (a, b) = (x >> bit & 1, y >> bit & 1)
        value = value << 2 | (a ^ b) << 1 | b
      }
      return (Float(value) + 0.5) / 64 - 0.5
    }
    let step = 255 / Float(levels - 1)
    return { size, colors in
      colors.enumerated().map { place, color in
        let own = threshold((place % size.width + x) & 7, (place / size.width + y) & 7)
        let level = (color / step + own).rounded(.toNearestOrEven)
        return level.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Float(levels - 1)))
          * step
      }
    }
  }

  /// Floyd's and Steinberg's error diffusion.
  static func diffused(levels: Int) -> (PixelSize, [SIMD3<Float>]) -> [SIMD3<Float>] {
    let step = 255 / Float(levels - 1)
    return { size, colors in
      var wanted = colors
      var result = colors
      for place in colors.indices {
        let level = (wanted[place] / step).rounded(.toNearestOrEven)
          .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Float(levels - 1)))
        result[place] = level * step
        let error = wanted[place] - result[place]
        let (x, y) = (place % size.width, place / size.width)
        if x + 1 < size.width { wanted[place + 1] += error * (7 / 16) }
        guard y + 1 < size.height else { continue }
        if x > 0 { wanted[place + size.width - 1] += error * (3 / 16) }
        wanted[place + size.width] += error * (5 / 16)
        if x + 1 < size.width { wanted[place + size.width + 1] += error * (1 / 16) }
      }
      return result
    }
  }

  /// The mean distance of pixels from the original, in a cube of 255.
  func error(of pixels: [UInt32]) -> Float {
    let differences = zip(pixels, original).map { pixel, color in
      let found = SIMD3(
        Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255))
      let difference = found - color
      return (difference * difference).sum().squareRoot()
    }
    return differences.reduce(0, +) / Float(differences.count)
  }
}

extension PixelBuffer {
  func copy(_ pixels: [UInt32]) {
    let plane = PixelPlane(self)
    for y in 0..<size.height {
      for x in 0..<size.width { plane.row(y, from: x).pointee = pixels[y * size.width + x] }
    }
  }

  var allPixels: [UInt32] {
    let plane = PixelPlane(self)
    return (0..<size.height).flatMap { y in
      (0..<size.width).map { plane.row(y, from: $0).pointee }
    }
  }
}
