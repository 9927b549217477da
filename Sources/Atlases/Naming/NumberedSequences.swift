/// Names of frames as sequences: names that differ in their last number only are one.
///
/// A folder belongs to the name, case matters, and what follows the number counts as what precedes
/// it: `walk_01`, `walk_02` and `walk_01_shadow` are two sequences. A name without a number is one by
/// itself.
struct NumberedSequences {
  /// The names by sequence, in the order in which the sequences first appear, and inside by number;
  /// equal numbers keep their order.
  let indices: [Int]
  /// Whether what stands around the number of a name has numbers as well.
  let haveFurtherNumbers: Bool

  /// - Complexity: O(n log n) in names.
  init(_ names: [String]) {
    var ranks: [String: Int] = [:]
    let keys = names.map { name in
      let start = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
      let folder = name[..<start]
      let parts = FrameName(String(name[start...]))
      let text = parts.number == nil ? name : "\(folder)\(parts.prefix)\u{0}\(parts.suffix)"
      let rank = ranks[text] ?? ranks.count
      ranks[text] = rank
      return (rank: rank, number: parts.number ?? 0)
    }
    indices = names.indices.sorted {
      (keys[$0].rank, keys[$0].number, $0) < (keys[$1].rank, keys[$1].number, $1)
    }
    haveFurtherNumbers = ranks.keys.contains { $0.utf8.contains(where: isDigit) }
  }
}
