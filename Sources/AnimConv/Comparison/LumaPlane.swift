internal import CPixels
internal import Raster

/// The luma of a picture on an opaque background: full range, 8 bits, ITU-R BT.709.
struct LumaPlane {
  private(set) var values: [UInt8] = []
  private(set) var size = PixelSize(width: 0, height: 0)

  /// Takes an opaque part of an image; for the first image, the whole. The memory of the previous
  /// image is reused.
  ///
  /// - Complexity: one pass over the pixels of the part.
  mutating func set(_ part: PixelRect, of pixels: PixelBuffer) {
    size = pixels.size
    if values.count != size.area { values = [UInt8](repeating: 0, count: size.area) }
    let (plane, width) = (PixelPlane(pixels), size.width)
    values.withUnsafeMutableBufferPointer { values in
      for y in part.y..<part.maxY {
        let from = plane.row(y, from: part.x)
        let to = values.baseAddress! + (y &* width &+ part.x)
        from.withMemoryRebound(to: UInt8.self, capacity: part.width * 4) {
          animconv_luma_of_rgba($0, part.width, to)
        }
      }
    }
  }
}
