internal import Raster

/// The first bytes of an image's data.
struct WebPImageHeader {
  /// The number of examined bytes.
  static let byteCount = 10

  let size: PixelSize
  /// Whether the data declares transparency. An `ALPH` chunk declares it separately.
  let hasAlpha: Bool

  /// Reads the header of `VP8 ` data: a VP8 key frame (RFC 6386, section 9.1). Nil if it is invalid
  /// or has no pixels.
  init?(lossy bytes: [UInt8]) {
    let isKeyFrame = bytes.count >= 10 && bytes[0] & 1 == 0
    guard isKeyFrame, bytes[3...5].elementsEqual([0x9d, 0x01, 0x2a]) else { return nil }
    // The upper two bits request scaling, which WebP ignores.
    size = PixelSize(
      width: Int(LittleEndian.word16(bytes, 6) & 0x3fff),
      height: Int(LittleEndian.word16(bytes, 8) & 0x3fff))
    hasAlpha = false
    if size.area == 0 { return nil }
  }

  /// Reads the header of `VP8L` data (WebP lossless bitstream specification, section 3). Nil if it
  /// is invalid or of another version.
  init?(lossless bytes: [UInt8]) {
    guard bytes.count >= 5, bytes[0] == 0x2f else { return nil }
    let bits = LittleEndian.word32(bytes, 1)
    guard bits >> 29 == 0 else { return nil }
    size = PixelSize(width: Int(bits & 0x3fff) + 1, height: Int(bits >> 14 & 0x3fff) + 1)
    hasAlpha = bits >> 28 & 1 != 0
  }
}
