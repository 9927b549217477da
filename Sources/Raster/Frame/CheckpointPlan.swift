/// Chooses the frames before which a canvas is worth keeping, so that the dearest frame to go back
/// to is as cheap as the number of canvases allows.
///
/// Made of what the survey knows: the cost of each frame and the frames with which decoding can
/// start anyway.
package struct CheckpointPlan {
  package static let none = CheckpointPlan(positions: [], largestCost: 0)

  /// The frames, in order.
  let positions: [Int]
  /// The most that showing any frame may cost once every canvas is kept, in the unit of the costs.
  let largestCost: Int

  private init(positions: [Int], largestCost: Int) {
    self.positions = positions
    self.largestCost = largestCost
  }

  /// - Parameters:
  ///   - costs: of decoding each frame, at least 1 each; any unit whose sum fits `Int`.
  ///   - isStart: whether decoding can start with each frame.
  ///   - capacity: the most canvases.
  ///   - leastCost: ways that are cheaper need not be shortened, such as those that cost no more
  ///     than bringing back a canvas.
  /// - Complexity: O(frames x log of the sum).
  package init(costs: [Int], isStart: [Bool], capacity: Int, leastCost: Int = 0) {
    precondition(costs.count == isStart.count, "a cost for each frame")
    // The least bound that few enough canvases keep: no frame costs less than itself.
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

  /// The frames that keep every way within `bound`, as late as possible each, which is the fewest;
  /// nil when they are more than `most`.
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
