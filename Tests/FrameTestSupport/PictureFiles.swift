package import Raster
package import TestSupport

/// Picture files of one colour.
package enum PictureFiles {
  /// A PNG filled with this pixel, red in the lowest byte.
  package static func png(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xFF00_00FF) -> [UInt8] {
    let isOpaque = pixel >> 24 == 255
    let samples = [0, 8, 16, 24].prefix(isOpaque ? 3 : 4).map { Int(pixel >> UInt32($0) & 255) }
    var png = PNGBuilder(width, height, color: isOpaque ? 2 : 6)
    png.chunk("IDAT", PNGBuilder.zlib(png.packed(w: width, h: height) { _, _ in samples }))
    png.end()
    return png.bytes
  }

  /// A pixel whose colour encodes a frame's number.
  package static func pixel(_ number: Int) -> UInt32 {
    0xFF00_0000 | UInt32(number % 256) | UInt32(number / 256) << 8 | 0x40_0000
  }

  /// The number in a picture of ``pixel(_:)``.
  package static func number(_ frame: CanvasFrame) -> Int {
    let pixel = frame.pixels.rgbaWords[frame.pixels.size.area / 2]
    return Int(pixel & 0xFF) | Int(pixel >> 8 & 0xFF) << 8
  }
}

extension TemporaryFolder {
  /// Writes numbered pictures whose colours are their numbers.
  package func writePictures(
    _ numbers: some Sequence<Int>, size: Int = 8, name: (Int) -> String = { "f\($0).png" }
  ) throws {
    for number in numbers {
      try write(PictureFiles.png(size, size, PictureFiles.pixel(number)), to: name(number))
    }
  }
}
