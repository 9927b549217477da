extension UInt32 {
  /// The luma of an opaque pixel: full range, 8 bits, ITU-R BT.709.
  ///
  /// The pixel has red in its lowest byte, then green, blue and alpha, as in the memory of
  /// little-endian machines.
  @inlinable @inline(__always)
  package var luma: UInt8 {
    // 0.2126, 0.7152 and 0.0722 in 65,536ths; their sum is one.
    let sum =
      (self & 255) &* 13_933 &+ (self &>> 8 & 255) &* 46_871 &+ (self &>> 16 & 255) &* 4_732
    return UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
  }
}
