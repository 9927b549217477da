internal import Raster
internal import Stages

/// A whole picture as the bytes of a Truevision TGA file (version 2.0): true colour in 24 bits, or with
/// transparency in 32, run-length coded row by row, rows from the top.
enum TargaPicture {
  static let maxSide = 65_535

  static func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    let size = pixels.size
    try WritingError.check(size, atMost: maxSide, "TGA")
    let isOpaque = pixels.isOpaque(in: PixelRect(size))
    var file = LittleEndianBytes(capacity: size.area)
    // No name, no palette; type 10 is run-length coded true colour.
    file.bytes += [0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    file.appendShorts(UInt16(size.width), UInt16(size.height))
    file.bytes += isOpaque ? [24, 0x20] : [32, 0x28]
    for y in 0..<size.height { appendRow(pixels, y, isOpaque ? 3 : 4, to: &file.bytes) }
    file.appendLongs(0, 0)
    file.append("TRUEVISION-XFILE.\0")
    return file.bytes
  }

  /// Packets of at most 128 pixels: equal pixels, or different pixels up to the next two that are
  /// equal.
  private static func appendRow(
    _ pixels: PixelBuffer, _ y: Int, _ count: Int, to bytes: inout [UInt8]
  ) {
    let width = pixels.size.width
    let row = UnsafeRawPointer(pixels.base + y * pixels.stride)
    func pixel(_ x: Int) -> UInt32 { row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self) }
    func append(_ x: Int) {
      let place = pixels.base + y * pixels.stride + x * 4
      bytes +=
        count == 4 ? [place[2], place[1], place[0], place[3]] : [place[2], place[1], place[0]]
    }
    var x = 0
    while x < width {
      let most = min(width, x + 128)
      var end = x + 1
      while end < most, pixel(end) == pixel(x) { end += 1 }
      if end - x > 1 {
        bytes.append(UInt8(0x80 + end - x - 1))
        append(x)
      } else {
        while end < most, end + 1 >= width || pixel(end) != pixel(end + 1) { end += 1 }
        bytes.append(UInt8(end - x - 1))
        for place in x..<end { append(place) }
      }
      x = end
    }
  }
}
