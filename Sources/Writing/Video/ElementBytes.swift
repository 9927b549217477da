/// The encoding of elements in an EBML file (RFC 8794): the inverse of ``StoredElements``.
enum ElementBytes {
  /// An element whose size takes `sizeBytes` bytes, or more if needed.
  static func element(
    _ id: UInt32, _ content: [UInt8], sizeBytes: Int = 1
  ) -> [UInt8] {
    unsigned(UInt64(id)) + size(Int64(content.count), sizeBytes: sizeBytes, mayGrow: true)!
      + content
  }

  /// A size with its length in the leading zero bits; nil if it needs more bytes than allowed. All
  /// bits set would mean an unknown size.
  static func size(_ count: Int64, sizeBytes: Int, mayGrow: Bool) -> [UInt8]? {
    var width = sizeBytes
    while width < 8, count >= 1 << (7 * width) - 1 {
      guard mayGrow else { return nil }
      width += 1
    }
    let marked = UInt64(count) | 1 << UInt64(7 * width)
    return (0..<width).reversed().map { UInt8(truncatingIfNeeded: marked >> (8 * UInt64($0))) }
  }

  /// Two's complement, in the fewest bytes that keep the sign.
  static func signed(_ value: Int64) -> [UInt8] {
    var width = 1
    while width < 8, value < -(1 << (8 * width - 1)) || value >= 1 << (8 * width - 1) { width += 1 }
    return (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
  }

  /// Without leading zero bytes, but at least one byte.
  static func unsigned(_ value: UInt64) -> [UInt8] {
    let width = max(1, (71 - value.leadingZeroBitCount) / 8)
    return (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
