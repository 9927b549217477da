/// Arithmetic on rows of straight RGBA, one pixel in 32 bits with red in the lowest byte.
package enum StraightAlpha {
  private static let alphaMask = UInt32(0xff00_0000).littleEndian

  // Most pixels are opaque or transparent. Groups of four in which all are need no branch for each.
  private typealias Group = (UInt64, UInt64)
  private static let groupMask = UInt64(alphaMask) << 32 | UInt64(alphaMask)

  /// All bits of the opaque pixels of a pair; nil if one is partly transparent.
  @inline(__always)
  private static func opaque(_ pair: UInt64) -> UInt64? {
    let alpha = pair.littleEndian & 0xff00_0000_ff00_0000
    let top = alpha & 0x8000_0000_8000_0000
    let spread = top | (top &- top >> 7)
    guard alpha == spread else { return nil }
    return (spread | spread >> 8 | spread >> 16 | spread >> 24).littleEndian
  }

  /// Makes the colour of transparent pixels 0, as everywhere in ``PixelBuffer``.
  package static func normalise(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    let inGroups = count & ~3
    for column in stride(from: 0, to: inGroups, by: 4) {
      let group = UnsafeRawPointer(row + column).loadUnaligned(as: Group.self)
      if group.0 & group.1 & groupMask == groupMask { continue }
      if let first = opaque(group.0), let second = opaque(group.1) {
        UnsafeMutableRawPointer(row + column).storeBytes(
          of: (group.0 & first, group.1 & second), as: Group.self)
      } else {
        normaliseEach(row + column, 4)
      }
    }
    normaliseEach(row + inGroups, count - inGroups)
  }

  @inline(__always)
  private static func normaliseEach(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count { row[column] = row[column] & alphaMask == 0 ? 0 : row[column] }
  }

  /// Makes every pixel opaque.
  package static func makeOpaque(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count { row[column] |= alphaMask }
  }

  /// Divides premultiplied colours by alpha; rounds to nearest.
  package static func unpremultiply(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for column in 0..<count {
      row[column] = PixelBuffer.Layout.divide(row[column].littleEndian).littleEndian
    }
  }

  /// Composites a row over another.
  package static func overlay(
    _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    let inGroups = count & ~3
    for column in stride(from: 0, to: inGroups, by: 4) {
      let group = UnsafeRawPointer(source + column).loadUnaligned(as: Group.self)
      if group.0 & group.1 & groupMask == groupMask {
        UnsafeMutableRawPointer(target + column).storeBytes(of: group, as: Group.self)
      } else if (group.0 | group.1) & groupMask == 0 {
        continue
      } else if let first = opaque(group.0), let second = opaque(group.1) {
        let back = UnsafeRawPointer(target + column).loadUnaligned(as: Group.self)
        UnsafeMutableRawPointer(target + column).storeBytes(
          of: (back.0 & ~first | group.0 & first, back.1 & ~second | group.1 & second),
          as: Group.self)
      } else {
        overlayEach(target + column, source + column, 4)
      }
    }
    overlayEach(target + inGroups, source + inGroups, count - inGroups)
  }

  @inline(__always)
  private static func overlayEach(
    _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    for column in 0..<count {
      let front = source[column].littleEndian
      let alpha = front >> 24
      if alpha == 255 {
        target[column] = source[column]
      } else if alpha != 0 {
        target[column] = over(front, target[column].littleEndian).littleEndian
      }
    }
  }

  /// Composites one pixel over another, both straight and with red in the lowest byte; the front is
  /// partly transparent. Exact, rounded to nearest.
  static func over(_ front: UInt32, _ back: UInt32) -> UInt32 {
    // The visible shares of the front, and of the back through it, both times 255.
    let frontWeight = (front >> 24) &* 255
    let backWeight = (255 &- (front >> 24)) &* (back >> 24)
    let total = frontWeight &+ backWeight
    func mix(_ shift: UInt32) -> UInt32 {
      let sum = ((front >> shift) & 255) &* frontWeight &+ ((back >> shift) & 255) &* backWeight
      return ((sum &+ total / 2) / total) << shift
    }
    return ((total &+ 127) / 255) << 24 | mix(16) | mix(8) | mix(0)
  }
}
