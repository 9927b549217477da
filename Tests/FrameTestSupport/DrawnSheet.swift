package import Raster
package import Reading
import TestSupport

/// A picture in which every pixel encodes its position, and slow but simple ways to cut it.
package struct DrawnSheet {
  package let width: Int
  package let height: Int
  package let pixels: [UInt32]

  package init(_ width: Int, _ height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// - Parameter alphas: of the pixels, repeated; where it is 0, so is the colour.
  package init(_ width: Int, _ height: Int, alphas: [UInt32] = [255]) {
    self.init(
      width, height,
      pixels: (0..<width * height).map { index in
        let alpha = alphas[index % alphas.count]
        return alpha == 0 ? 0 : alpha << 24 | UInt32(truncatingIfNeeded: index &* 40_503 & 0xffffff)
      })
  }

  /// The bytes of a file, as ffmpeg decodes it.
  package init(decoding path: String, _ size: PixelSize) throws {
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

  package func png(isInterlaced: Bool = false, chunks: Int = 1) -> [UInt8] {
    var png = PNGBuilder(width, height, isInterlaced: isInterlaced)
    png.data(pixels, chunks: chunks)
    png.end()
    return png.bytes
  }

  package func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  /// A rectangle, pixel by pixel.
  package func cut(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt32] {
    (0..<height).flatMap { dy in (0..<width).map { dx in pixel(x + dx, y + dy) } }
  }
}

/// Opens a file and reads every frame.
package func sheetFrames(
  _ input: AnimationInput, _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> [[UInt32]] {
  var options = ReadingOptions()
  change(&options)
  return try openSource(input, options: options).allPixels()
}
