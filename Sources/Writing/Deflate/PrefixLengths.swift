/// Lengths of a prefix code that minimize the bits of counted symbols (Huffman, 1952).
enum PrefixLengths {
  /// The lengths for counts: 0 for unused symbols, otherwise 1 to `limit`. A single symbol gets 1
  /// bit.
  ///
  /// They are optimal unless the limit applies, and close to it otherwise.
  ///
  /// - Complexity: dominated by sorting the symbols.
  static func best(_ counts: [Int], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: counts.count)
    // By count, then by symbol.
    let leaves = counts.indices.filter { counts[$0] > 0 }.map { counts[$0] << 9 | $0 }.sorted()
    guard leaves.count > 1 else {
      if let only = leaves.first { lengths[only & 511] = 1 }
      return lengths
    }
    // Nodes in order of creation, which is the order of their weights.
    var weights: [Int] = []
    var parents = [Int](repeating: 0, count: 2 * leaves.count - 1)
    weights.reserveCapacity(leaves.count)
    var (leaf, node) = (0, 0)
    func lightest() -> (weight: Int, place: Int) {
      if node >= weights.count || leaf < leaves.count && leaves[leaf] >> 9 <= weights[node] {
        leaf += 1
        return (leaves[leaf - 1] >> 9, leaf - 1)
      }
      node += 1
      return (weights[node - 1], leaves.count + node - 1)
    }
    while weights.count < leaves.count - 1 {
      let (one, two) = (lightest(), lightest())
      parents[one.place] = leaves.count + weights.count
      parents[two.place] = leaves.count + weights.count
      weights.append(one.weight + two.weight)
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for place in stride(from: parents.count - 2, through: 0, by: -1) {
      depths[place] = depths[parents[place]] + 1
    }
    var ordered = Array(depths[..<leaves.count])
    limitDepths(&ordered, limit)
    for (place, depth) in ordered.enumerated() { lengths[leaves[place] & 511] = UInt8(depth) }
    return lengths
  }

  /// Shortens codes beyond the limit and makes room by lengthening the rarest others.
  ///
  /// - Parameter depths: of symbols from the rarest to the most common.
  private static func limitDepths(_ depths: inout [Int], _ limit: Int) {
    guard depths.contains(where: { $0 > limit }) else { return }
    // In units of the longest code: the total may be `1 << limit`.
    var taken = 0
    for at in depths.indices {
      depths[at] = min(depths[at], limit)
      taken += 1 << (limit - depths[at])
    }
    while taken > 1 << limit {
      // The deepest of the symbols whose codes can still become longer; if there are several, the
      // rarest.
      var place = -1
      for at in depths.indices where depths[at] < limit && (place < 0 || depths[at] > depths[place])
      {
        place = at
      }
      taken -= 1 << (limit - depths[place] - 1)
      depths[place] += 1
    }
    // The most frequent symbols get the unused codes.
    for at in depths.indices.reversed() {
      while depths[at] > 1, taken + 1 << (limit - depths[at]) <= 1 << limit {
        taken += 1 << (limit - depths[at])
        depths[at] -= 1
      }
    }
  }
}
