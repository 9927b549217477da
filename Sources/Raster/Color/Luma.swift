extension UInt32 {
  /// The luma of an opaque pixel: full range, 8 bits, ITU-R BT.709.
  ///
  /// The pixel is red, green, blue and alpha from its lowest byte, as it lies in memory of machines that
  /// are little-endian.
  @inlinable @inline(__always)
  package var luma: UInt8 {
    // 0.2126, 0.7152 and 0.0722 in 65,536ths, which add up to one.
    let sum =
      (self & 255) &* 13_933 &+ (self &>> 8 & 255) &* 46_871 &+ (self &>> 16 & 255) &* 4_732
    return UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
  }
}
