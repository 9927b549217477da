/// The colours of a picture with few colours, and which of them are adjacent.
///
/// Two colours are adjacent if no third colour is near the middle between them: a dither that has
/// the third colour would not mix the two.
struct DitherColors {
  /// More than a GIF's table has, because a picture can have pixels of several frames.
  static let most = 1024

  private static let slots = 4096
  private var keys = [UInt32](repeating: 0, count: slots)
  private var numbers = [Int16](repeating: -1, count: slots)
  private(set) var colors: [UInt32] = []
  /// For pairs examined so far.
  private var known: [Int32: Bool] = [:]

  /// - Returns: false if there would be too many colours.
  mutating func insert(_ color: UInt32) -> Bool {
    let slot = slot(of: color)
    if numbers[slot] >= 0 { return true }
    if colors.count == Self.most { return false }
    keys[slot] = color
    numbers[slot] = Int16(colors.count)
    colors.append(color)
    return true
  }

  private func slot(of color: UInt32) -> Int {
    var slot = Int((color &* 2_654_435_761) >> 20)
    while numbers[slot] >= 0, keys[slot] != color { slot = (slot + 1) & (Self.slots - 1) }
    return slot
  }

  /// - Parameters:
  ///   - one, other: colours that were inserted.
  /// - Complexity: O(1) for a pair examined before, otherwise O(colours).
  mutating func areAdjacent(_ one: UInt32, _ other: UInt32) -> Bool {
    let numbers = [self.numbers[slot(of: one)], self.numbers[slot(of: other)]].sorted()
    let pair = Int32(numbers[0]) << 16 | Int32(numbers[1])
    if let known = known[pair] { return known }
    // Compares the squared double distance from the middle with the squared distance of the two colours.
    let limit = Float(squaredDistance(one, other)) * 0.6
    let (red, green, blue) = (
      Int32(one & 255) + Int32(other & 255),
      Int32(one >> 8 & 255) + Int32(other >> 8 & 255),
      Int32(one >> 16 & 255) + Int32(other >> 16 & 255)
    )
    let isBetween = colors.contains { color in
      if color == one || color == other || color >> 24 == 0 { return false }
      let r = 2 * Int32(color & 255) - red
      let g = 2 * Int32(color >> 8 & 255) - green
      let b = 2 * Int32(color >> 16 & 255) - blue
      return Float(r * r + g * g + b * b) < limit
    }
    known[pair] = !isBetween
    return !isBetween
  }
}

/// The squared distance of two pixel colours; larger than any other if their alpha differs.
@inline(__always)
func squaredDistance(_ one: UInt32, _ other: UInt32) -> Int32 {
  if one == other { return 0 }
  if (one ^ other) >> 24 != 0 { return 1 << 24 }
  let r = Int32(one & 255) - Int32(other & 255)
  let g = Int32(one >> 8 & 255) - Int32(other >> 8 & 255)
  let b = Int32(one >> 16 & 255) - Int32(other >> 16 & 255)
  return r &* r &+ g &* g &+ b &* b
}
