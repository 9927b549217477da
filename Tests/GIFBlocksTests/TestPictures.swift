/// Pictures for tests, the same in every run.
struct TestPictures {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  }

  /// A number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(limit))
  }

  /// Indices without any order.
  mutating func noise(_ count: Int, colors: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(number(below: colors)) }
  }

  /// Indices in runs of random lengths, as in drawings.
  mutating func runs(_ count: Int, colors: Int, longest: Int = 40) -> [UInt8] {
    var indices: [UInt8] = []
    while indices.count < count {
      let index = UInt8(number(below: colors))
      indices += repeatElement(index, count: 1 + number(below: longest))
    }
    return Array(indices.prefix(count))
  }
}
