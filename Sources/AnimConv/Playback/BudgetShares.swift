/// Divides a number of bytes among animations that play at once.
///
/// Everyone gets one frame first. What is left is divided evenly, and who needs less than an even
/// part leaves the rest to the others.
enum BudgetShares {
  /// What one animation can use.
  struct Need {
    /// Bytes of one frame.
    var frame: Int
    /// Bytes of all frames.
    var all: Int
  }

  /// The bytes for each, whose sum is at most `limit` unless one frame for each is more.
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
