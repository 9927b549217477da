/// Groups names of frames into sequences of names that differ only in their last number.
///
/// A folder is part of the name, case matters, and the text after the number counts like the text
/// before it: `walk_01`, `walk_02` and `walk_01_shadow` form two sequences. A name without a number
/// is its own sequence.
struct NumberedSequences {
  /// The names by sequence, in the order of the sequences' first names, and by number within each;
  /// equal numbers keep their order.
  let indices: [Int]
  /// Sequences of at least two names, by their own name: `knight/walk` for `knight/walk_0001.png`.
  let named: [(name: String, indices: [Int])]
  /// Whether the text around a name's number contains further numbers.
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
    let indices = names.indices.sorted {
      (keys[$0].rank, keys[$0].number, $0) < (keys[$1].rank, keys[$1].number, $1)
    }
    self.indices = indices
    var sequences = [[Int]](repeating: [], count: ranks.count)
    for index in indices { sequences[keys[index].rank].append(index) }
    named = sequences.filter { $0.count > 1 }.map { (Self.name(of: names[$0[0]]), $0) }
    haveFurtherNumbers = ranks.keys.contains { $0.utf8.contains(where: isDigit) }
  }

  /// The name of a frame without its number, its separator and the extension.
  private static func name(of frame: String) -> String {
    let start = frame.lastIndex(of: "/").map(frame.index(after:)) ?? frame.startIndex
    let parts = FrameName(String(frame[start...]))
    var prefix = parts.prefix[...]
    while let last = prefix.last, " _-.".contains(last) { prefix.removeLast() }
    let suffix = parts.suffix.lastIndex(of: ".").map { parts.suffix[..<$0] } ?? parts.suffix[...]
    let name = "\(frame[..<start])\(prefix)\(suffix)"
    return name.hasSuffix("/") ? String(name.dropLast()) : name
  }
}
