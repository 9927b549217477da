internal import Raster
internal import Stages

/// A whole picture as the bytes of a BMP file: 24 bits a pixel, or, with transparency, 32 bits and
/// the masks of version 4 of the header.
enum BitmapPicture {
  static let maxSide = 65_535

  static func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    let size = pixels.size
    try WritingError.check(size, atMost: maxSide, "BMP")
    let isOpaque = pixels.isOpaque(in: PixelRect(size))
    let channels = isOpaque ? [2, 1, 0] : [2, 1, 0, 3]
    let rowBytes = (size.width * channels.count + 3) / 4 * 4
    let headerBytes = isOpaque ? 40 : 108
    let start = 14 + headerBytes
    guard let dataBytes = UInt32(exactly: rowBytes * size.height),
      let fileBytes = UInt32(exactly: rowBytes * size.height + start)
    else { throw WritingError.tooLarge(size, "BMP") }
    var file = LittleEndianBytes(capacity: Int(fileBytes))
    file.append("BM")
    file.appendLongs(fileBytes, 0, UInt32(start), UInt32(headerBytes))
    file.appendLongs(UInt32(size.width), UInt32(size.height))
    file.appendShorts(UInt16(1), UInt16(channels.count * 8))
    // BI_BITFIELDS needs no palette; 2835 pixels a meter are 72 dpi.
    file.appendLongs(isOpaque ? 0 : 3, dataBytes, 2835, 2835, 0, 0)
    if !isOpaque {
      file.appendLongs(0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0xFF00_0000)
      // LCS_sRGB; no end points and no gamma.
      file.appendLongs(0x7352_4742)
      file.bytes += [UInt8](repeating: 0, count: 48)
    }
    let padding = [UInt8](repeating: 0, count: rowBytes - size.width * channels.count)
    for y in (0..<size.height).reversed() {
      file.append(pixels, row: y, channels: channels)
      file.bytes += padding
    }
    return file.bytes
  }
}
