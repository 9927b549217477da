/// Chooses the frames before which to keep a canvas, so that seeking to the slowest frame is as
/// fast as the number of canvases allows.
///
/// Based on the survey: the cost of each frame, and the frames at which decoding can start anyway.
package struct CheckpointPlan {
  package static let none = CheckpointPlan(positions: [], largestCost: 0)

  /// The frames, in order.
  let positions: [Int]
  /// The highest cost of showing any frame once all canvases are kept, in the unit of the costs.
  let largestCost: Int

  private init(positions: [Int], largestCost: Int) {
    self.positions = positions
    self.largestCost = largestCost
  }

  /// - Parameters:
  ///   - costs: the cost of decoding each frame, at least 1 each; in any unit whose sum fits `Int`.
  ///   - isStart: whether decoding can start at each frame.
  ///   - capacity: the largest number of canvases.
  ///   - leastCost: the cost below which an improvement is not needed, such as the cost of
  ///     restoring a canvas.
  /// - Complexity: O(frames x log of the sum).
  package init(costs: [Int], isStart: [Bool], capacity: Int, leastCost: Int = 0) {
    precondition(costs.count == isStart.count, "a cost for each frame")
    // The lowest bound that the allowed number of canvases achieves. It is at least the cost of the
    // most expensive frame.
    var low = max(leastCost, costs.max() ?? 0)
    var high = max(low, costs.reduce(0, +))
    while low < high {
      let middle = low + (high - low) / 2
      if Self.positions(costs, isStart, bound: middle, most: capacity) != nil {
        high = middle
      } else {
        low = middle + 1
      }
    }
    positions = Self.positions(costs, isStart, bound: low, most: capacity) ?? []
    largestCost = low
  }

  func contains(_ index: Int) -> Bool {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < positions.count && positions[low] == index
  }

  /// The frames to keep so that every cost is within `bound`, each as late as possible, so that as
  /// few as possible are needed; nil if more than `most` are needed.
  private static func positions(
    _ costs: [Int], _ isStart: [Bool], bound: Int, most: Int
  ) -> [Int]? {
    var positions: [Int] = []
    var way = 0
    for index in costs.indices {
      let isNear = way + costs[index] <= bound
      if isStart[index] {
        way = 0
      } else if !isNear {
        if positions.count == most { return nil }
        positions.append(index)
        way = 0
      }
      way += costs[index]
    }
    return positions
  }
}
