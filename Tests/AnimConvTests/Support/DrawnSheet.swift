import TestSupport

@testable import AnimConv
@testable import Raster
@testable import Reading

/// A picture in which every pixel tells where it is, and tools that cut it the slow way.
struct DrawnSheet {
  let width: Int
  let height: Int
  let pixels: [UInt32]

  init(_ width: Int, _ height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// - Parameter alphas: of the pixels, repeated; where it is 0, so is the colour.
  init(_ width: Int, _ height: Int, alphas: [UInt32] = [255]) {
    self.init(
      width, height,
      pixels: (0..<width * height).map { index in
        let alpha = alphas[index % alphas.count]
        return alpha == 0 ? 0 : alpha << 24 | UInt32(truncatingIfNeeded: index &* 40_503 & 0xffffff)
      })
  }

  /// The bytes of a file, as ffmpeg decodes it.
  init(decoding path: String, _ size: PixelSize) throws {
    let bytes = try FFprobe.decode(path, pixelFormat: "rgba")
    self.init(
      size.width, size.height,
      pixels: (0..<size.area).map { index in
        let pixel = bytes[index * 4..<index * 4 + 4].reversed().reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
        return pixel >> 24 == 0 ? 0 : pixel
      })
  }

  func png(isInterlaced: Bool = false, chunks: Int = 1) -> [UInt8] {
    var png = PNGBuilder(width, height, isInterlaced: isInterlaced)
    png.data(pixels, chunks: chunks)
    png.end()
    return png.bytes
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  /// A rectangle, pixel by pixel.
  func cut(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt32] {
    (0..<height).flatMap { dy in (0..<width).map { dx in pixel(x + dx, y + dy) } }
  }
}

/// Opens a file and reads every frame.
func sheetFrames(
  _ input: Input, _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> [[UInt32]] {
  var options = ReadingOptions()
  change(&options)
  return try openSource(input, options: options).allPixels()
}
