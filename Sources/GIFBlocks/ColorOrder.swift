/// The order of a table's colours that needs the fewest bits for the literals of all frames.
///
/// The literals of a frame have as many bits as the highest index that it paints. If its colours
/// are among the first of the table, its first codes are shorter; small frames consist of little
/// else.
struct ColorOrder {
  /// The colours that a frame paints, as a set of bits 0 to 255.
  struct Painted: Hashable {
    private var words = SIMD4<UInt64>()

    init(_ colors: some Sequence<Int> = []) {
      for color in colors { words[color >> 6] |= 1 << UInt64(color & 63) }
    }

    func contains(_ color: Int) -> Bool { words[color >> 6] >> UInt64(color & 63) & 1 != 0 }

    /// The number of colours that the other set lacks.
    func countMissing(in other: Painted) -> Int {
      let missing = words & ~other.words
      return (0..<4).reduce(0) { $0 + missing[$1].nonzeroBitCount }
    }

    mutating func formUnion(_ other: Painted) { words |= other.words }
  }

  /// The number of different sets to examine; the colours of further sets are only counted. This
  /// limits memory, and the time of the search, which grows with the square of the number.
  static let maxSets = 2048

  /// The number of frames that paint each set.
  private var sets: [Painted: Int] = [:]

  /// Records the colours that a frame paints.
  mutating func add(_ painted: Painted) {
    if sets[painted] != nil || sets.count < Self.maxSets { sets[painted, default: 0] += 1 }
  }

  /// The best order found.
  ///
  /// Compares two orders. One begins with the colours that most frames paint. The other fills the
  /// first 4 places, then 8, 16 and so on with all colours of a frame, always of the frame that
  /// needs the fewest additional colours.
  ///
  /// - Parameters:
  ///   - byUse: all colours, starting with those that most frames paint.
  ///   - reserved: indices in front of the colours.
  func best(byUse: [Int], reserved: Int) -> [Int] {
    // A dictionary has a different order in every run, but the result must not.
    let frames = sets.map { set, count in
      (set: set, count: count, key: byUse.indices.filter { set.contains(byUse[$0]) })
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var order: [Int] = []
    var taken = Painted()
    var waiting = Array(frames.indices)
    for bits in 2...8 {
      while true {
        let room = (1 << bits) - reserved - order.count
        var best = -1
        var least = room + 1
        for at in waiting {
          let missing = frames[at].set.countMissing(in: taken)
          if missing < least { (best, least) = (at, missing) }
        }
        guard best >= 0 else { break }
        order += frames[best].key.map { byUse[$0] }.filter { !taken.contains($0) }
        taken.formUnion(frames[best].set)
        waiting.removeAll { frames[$0].set.countMissing(in: taken) == 0 }
      }
    }
    order += byUse.filter { !taken.contains($0) }
    return bits(order, reserved) < bits(byUse, reserved) ? order : byUse
  }

  /// Bits of the literals of all frames.
  func bits(_ order: [Int], _ reserved: Int) -> Int {
    sets.reduce(0) { sum, set in
      let highest = order.lastIndex { set.key.contains($0) } ?? 0
      return sum + set.value
        * LZWGreedyEncoder.minCodeSize(highestIndex: highest + reserved)
    }
  }
}
