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

  /// The same picture, with colour 0 in pixels of alpha 0.
  package func withoutHiddenColors() -> WidePicture {
    guard pixels.contains(where: { $0.w == 0 && $0 != .zero }) else { return self }
    return WidePicture(size: size, pixels: pixels.map { $0.w == 0 ? .zero : $0 })
  }

  /// Rounds the pixels to 8 bits.
  ///
  /// - Parameter buffer: has the size of the picture.
  package func narrow(into buffer: PixelBuffer) {
    precondition(buffer.size == size, "a buffer of the picture's size")
    for (index, pixel) in pixels.enumerated() {
      for channel in 0..<4 {
        let scaled = UInt32(pixel[channel]) * 255 + 32_767
        buffer.base[4 * index + channel] = UInt8(scaled / 65_535)
      }
    }
  }

  /// Divides premultiplied colours by alpha; rounds to nearest.
  package static func straight(_ pixel: Pixel) -> Pixel {
    let alpha = UInt64(pixel.w)
    guard alpha > 0 else { return .zero }
    var straight = pixel
    for channel in 0..<3 {
      let value = (UInt64(pixel[channel]) * 65_535 + alpha / 2) / alpha
      straight[channel] = UInt16(min(value, 65_535))
    }
    return straight
  }

  /// The size of the pixels in bytes.
  package static func byteCount(_ size: PixelSize) -> Int { size.area * 8 }
}
