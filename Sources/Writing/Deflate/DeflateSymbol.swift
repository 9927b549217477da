/// One symbol of a deflate stream: a literal, or a match with a length and a distance (RFC 1951,
/// 3.2.5).
struct DeflateSymbol {
  /// The code that ends a block.
  static let endOfBlock = 256
  /// Numbers of codes for literals and lengths, and for distances.
  static let literalCount = 286
  static let distanceCount = 30

  /// From the lowest bit: 9 for the literal or length, 5 for the distance, 5 and 13 for their extra
  /// bits.
  private let bits: UInt32

  init(literal: Int) { bits = UInt32(truncatingIfNeeded: literal) }

  init(length: Int, lengthExtra: Int, distance: Int, distanceExtra: Int) {
    bits = UInt32(
      truncatingIfNeeded: length | distance << 9 | lengthExtra << 14 | distanceExtra << 19)
  }

  /// The code of the literal, 0 to 255, or of the length, 257 to 285.
  var literal: Int { Int(bits & 0x1ff) }
  var isMatch: Bool { literal > Self.endOfBlock }
  /// The code of the distance.
  var distance: Int { Int(bits >> 9 & 0x1f) }
  var lengthExtra: Int { Int(bits >> 14 & 0x1f) }
  var distanceExtra: Int { Int(bits >> 19) }

  /// Extra bits of a length.
  static func lengthExtraBits(_ code: Int) -> Int {
    code < 265 || code == 285 ? 0 : (code - 261) >> 2
  }

  /// Extra bits of a distance.
  static func distanceExtraBits(_ code: Int) -> Int { code < 4 ? 0 : (code >> 1) - 1 }

  /// Extra bits of both codes.
  var extraBits: Int {
    isMatch ? Self.lengthExtraBits(literal) + Self.distanceExtraBits(distance) : 0
  }
}
