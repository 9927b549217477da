/// One picture of 16 bits a sample: straight RGBA, sRGB, rows from the top without padding.
///
/// Sources provide it on request, in addition to the pixels of a ``PixelBuffer``, which show the
/// same picture in 8 bits. Colours of transparent pixels are those of the source.
package final class WidePicture: Sendable {
  /// Red, green, blue and alpha, from 0 to 65535.
  package typealias Pixel = SIMD4<UInt16>

  package let size: PixelSize
  package let pixels: [Pixel]

  package init(size: PixelSize, pixels: [Pixel]) {
    precondition(pixels.count == size.area, "a pixel for each place")
    self.size = size
    self.pixels = pixels
  }

  /// Widens a picture of 8 bits: 255 becomes 65535.
  package convenience init(widening buffer: PixelBuffer) {
    let area = buffer.size.area
    let base = buffer.base
    self.init(
      size: buffer.size,
      pixels: [Pixel](unsafeUninitializedCapacity: area) { pixels, count in
        for index in 0..<area {
          let byte = base + index * 4
          (pixels.baseAddress! + index).initialize(
            to: Pixel(
              UInt16(byte[0]) * 257, UInt16(byte[1]) * 257, UInt16(byte[2]) * 257,
              UInt16(byte[3]) * 257))
        }
        count = area
      })
  }

  /// The size of the pixels in bytes.
  package static func byteCount(_ size: PixelSize) -> Int { size.area * 8 }
}
