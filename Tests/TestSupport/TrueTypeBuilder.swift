/// A TrueType font whose characters are all the same rectangle: the tables that FreeType asks for.
package enum TrueTypeBuilder {
  /// - Parameters:
  ///   - characters: the first and the last code point of one range.
  ///   - points: corners of each character's outline.
  ///   - unitsPerEm: units of the corners for the font size.
  ///   - advance: in these units.
  package static func font(
    _ characters: ClosedRange<UInt16>, points: [(x: Int16, y: Int16)], unitsPerEm: UInt16 = 1000,
    advance: UInt16 = 600
  ) -> [UInt8] {
    let count = UInt16(characters.count) + 1
    let outline = glyph(points)
    let locations = (0...UInt32(count)).flatMap { big($0 * UInt32(outline.count)) }
    let tables: [(tag: String, bytes: [UInt8])] = [
      ("cmap", map(characters)),
      ("glyf", Array((0..<count).map { _ in outline }.joined())),
      (
        "head",
        big(UInt32(0x10000)) + big(UInt32(0)) + big(UInt32(0)) + big(UInt32(0x5F0F_3CF5))
          + big(UInt16(3)) + big(unitsPerEm) + [UInt8](repeating: 0, count: 16)
          + [0, 0, 0, 0, 500, 700].flatMap { big(UInt16($0)) } + big(UInt16(8)) + big(UInt16(2))
          + big(UInt16(1)) + big(UInt16(0))
      ),
      (
        "hhea",
        big(UInt32(0x10000)) + [800, 200, 0, advance].flatMap { big($0) }
          + [UInt8](repeating: 0, count: 22) + big(count)
      ),
      ("hmtx", (0..<count).flatMap { _ in big(advance) + big(UInt16(50)) }),
      ("loca", locations),
      (
        "maxp",
        big(UInt32(0x10000)) + big(count) + big(UInt16(points.count)) + big(UInt16(1))
          + [UInt8](repeating: 0, count: 22)
      ),
    ]
    var directory =
      big(UInt32(0x10000)) + big(UInt16(tables.count)) + big(UInt16(64)) + big(UInt16(2))
      + big(UInt16(48))
    var data: [UInt8] = []
    let start = directory.count + 16 * tables.count
    for (tag, bytes) in tables {
      directory += Array(tag.utf8) + big(UInt32(0)) + big(UInt32(start + data.count))
      directory += big(UInt32(bytes.count))
      data += bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }
    return directory + data
  }

  private static func map(_ characters: ClosedRange<UInt16>) -> [UInt8] {
    let segments: [UInt16] = [
      4, 32, 0, 4, 4, 1, 0, characters.upperBound, 0xFFFF, 0, characters.lowerBound, 0xFFFF,
      1 &- characters.lowerBound, 1, 0, 0,
    ]
    let head: [UInt16] = [0, 1, 3, 1]
    return head.flatMap(big) + big(UInt32(12)) + segments.flatMap(big)
  }

  private static func glyph(_ points: [(x: Int16, y: Int16)]) -> [UInt8] {
    var bytes = [1, 0, 0, 500, 700].flatMap { big(UInt16($0)) }
    bytes += big(UInt16(points.count - 1)) + big(UInt16(0))
    bytes += points.map { _ in UInt8(1) }
    for axis in [points.map(\.x), points.map(\.y)] {
      for (value, before) in zip(axis, [0] + axis) {
        bytes += big(UInt16(bitPattern: value &- before))
      }
    }
    return bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  private static func big(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    big(UInt16(value >> 16)) + big(UInt16(truncatingIfNeeded: value))
  }
}
