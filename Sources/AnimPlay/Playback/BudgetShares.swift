/// Divides a number of bytes among animations that play at the same time.
///
/// Each gets one frame first. The rest is divided evenly; an animation that needs less than an even
/// part leaves the remainder to the others.
enum BudgetShares {
  /// The demand of one animation.
  struct Need {
    /// Bytes of one frame.
    var frame: Int
    /// Bytes of all frames.
    var all: Int
  }

  /// The bytes for each; their sum is at most `limit`, unless one frame for each exceeds it.
  ///
  /// - Complexity: O(n log n).
  static func divide(_ limit: Int, among needs: [Need]) -> [Int] {
    var shares = needs.map(\.frame)
    var rest = max(0, limit - shares.reduce(0, +))
    let modestFirst = needs.indices.sorted {
      needs[$0].all - needs[$0].frame < needs[$1].all - needs[$1].frame
    }
    for (done, index) in modestFirst.enumerated() {
      let part = min(needs[index].all - needs[index].frame, rest / (needs.count - done))
      shares[index] += part
      rest -= part
    }
    return shares
  }
}
