/// One share of a batch that is divided among machines: the K-th of N.
package struct BatchShard: Sendable, Hashable {
  /// Counted from 1.
  package let number: Int
  package let count: Int

  /// The largest number of shares.
  private static let maxCount = 1_000_000

  /// Everything.
  package static let whole = BatchShard(number: 1, count: 1)!

  /// - Returns: nil unless 1 <= number <= count <= 1 000 000.
  package init?(number: Int, count: Int) {
    guard number >= 1, number <= count, count <= Self.maxCount else { return nil }
    self.number = number
    self.count = count
  }

  /// `2/3`.
  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, count: count)
  }

  /// Whether a hash belongs to the share. Each share has an equal range of all hashes, so
  /// neighbours stay together in every division.
  func contains(_ hash: UInt64) -> Bool {
    hash.multipliedFullWidth(by: UInt64(count)).high == UInt64(number - 1)
  }

  /// The positions of this share's units. Starting with the most expensive, each unit goes to the
  /// share with the least work. Equal costs give equal shares on every machine.
  ///
  /// - Complexity: O(n (log n + log shares)).
  func indices(costs: [Int], ids: [String]) -> [Int] {
    var loads = ShareLoads(count: count)
    var own: [Int] = []
    let order = costs.indices.sorted { one, other in
      costs[one] != costs[other] ? costs[one] > costs[other] : ids[one] < ids[other]
    }
    for index in order where loads.give(max(1, costs[index])) == number - 1 { own.append(index) }
    return own.sorted()
  }
}

/// The work of each share: a heap with the smallest at its top, the first if several are equal.
private struct ShareLoads {
  private var heap: [(load: Int, share: Int)]

  init(count: Int) {
    heap = (0..<count).map { (0, $0) }
  }

  /// Assigns work to the share with the least work.
  ///
  /// - Returns: the share, from 0.
  mutating func give(_ cost: Int) -> Int {
    let share = heap[0].share
    heap[0].load = heap[0].load.addingReportingOverflow(cost).partialValue
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == parent { return share }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

extension BatchShard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
