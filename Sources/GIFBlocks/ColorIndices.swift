/// The index of each colour of a table, found by hashing.
///
/// Also a growing set of colours: the index is then the order of arrival.
struct ColorIndices {
  /// The colours in the order of their indices.
  private(set) var colors: [UInt32] = []
  /// Index + 1 in each slot; 0 is empty.
  private var slots: [UInt32]
  private var mask: Int

  init() {
    slots = Array(repeating: 0, count: 1024)
    mask = 1023
  }

  /// The colours of a table; among equal colours, the first counts.
  init(_ table: [UInt32]) {
    self.init()
    for (index, color) in table.enumerated() {
      colors.append(color)
      let slot = find(color)
      if slots[slot] == 0 { slots[slot] = UInt32(index + 1) }
    }
  }

  /// The index of a colour; negative if it is not in the table.
  @inline(__always)
  func index(of color: UInt32) -> Int { Int(slots[find(color)]) &- 1 }

  /// The index of a colour, added if it is new.
  @inline(__always)
  mutating func insert(_ color: UInt32) -> Int {
    let slot = find(color)
    if slots[slot] != 0 { return Int(slots[slot]) &- 1 }
    colors.append(color)
    slots[slot] = UInt32(colors.count)
    if colors.count &* 2 > mask { grow() }
    return colors.count &- 1
  }

  @inline(__always)
  private func find(_ color: UInt32) -> Int {
    var slot = Int((color &* 0x9e37_79b1) &>> 8) & mask
    while true {
      let found = slots[slot]
      if found == 0 || colors[Int(found) &- 1] == color { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  private mutating func grow() {
    mask = mask * 2 + 1
    slots = Array(repeating: 0, count: mask + 1)
    for (index, color) in colors.enumerated() {
      slots[find(color)] = UInt32(index + 1)
    }
  }
}
