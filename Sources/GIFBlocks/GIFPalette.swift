/// The colours of a GIF colour table (GIF89a, sections 19 and 21).
package struct GIFPalette: Hashable, Sendable {
  /// One entry per colour, at most 256: red in the lowest byte, then green, blue, and an unused
  /// byte. RGBA pixels have this layout in memory on a little-endian machine.
  package private(set) var colors: [UInt32]

  package init(_ colors: [UInt32]) {
    precondition(colors.count <= 256, "a colour table holds at most 256 colours")
    self.colors = colors
  }

  /// Bits of the stored table, 1 to 8: a table has `2 << (n - 1)` entries and cannot be empty.
  package var bits: Int { Self.bits(for: colors.count) }

  /// Bits of the smallest table for this many colours.
  package static func bits(for count: Int) -> Int {
    var bits = 1
    while 1 << bits < count { bits += 1 }
    return bits
  }

  /// Bytes of the stored table.
  package var byteCount: Int { 3 << bits }

  /// Three bytes per colour, padded with black to the stored size.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for color in colors {
      bytes.append(UInt8(truncatingIfNeeded: color))
      bytes.append(UInt8(truncatingIfNeeded: color >> 8))
      bytes.append(UInt8(truncatingIfNeeded: color >> 16))
    }
    bytes.append(contentsOf: repeatElement(0, count: byteCount - bytes.count))
    return bytes
  }
}
