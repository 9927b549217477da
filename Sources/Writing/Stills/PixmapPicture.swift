internal import Raster

/// A whole opaque picture as the bytes of a portable pixmap, `P6`, of 8 or 16 bits a sample.
enum PixmapPicture {
  static func encode(_ pixels: PixelBuffer) -> [UInt8] {
    var bytes = header(pixels.size, maximum: 255)
    bytes.reserveCapacity(bytes.count + pixels.size.area * 3)
    for index in 0..<pixels.size.area {
      let place = pixels.base + index * 4
      bytes.append(place[0])
      bytes.append(place[1])
      bytes.append(place[2])
    }
    return bytes
  }

  /// The highest byte first.
  static func encode(_ picture: WidePicture) -> [UInt8] {
    var bytes = header(picture.size, maximum: 65_535)
    bytes.reserveCapacity(bytes.count + picture.size.area * 6)
    for pixel in picture.pixels {
      for channel in 0..<3 {
        bytes.append(UInt8(truncatingIfNeeded: pixel[channel] >> 8))
        bytes.append(UInt8(truncatingIfNeeded: pixel[channel]))
      }
    }
    return bytes
  }

  private static func header(_ size: PixelSize, maximum: Int) -> [UInt8] {
    Array("P6\n\(size.width) \(size.height)\n\(maximum)\n".utf8)
  }
}
