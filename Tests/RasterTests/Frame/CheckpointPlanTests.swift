import TestSupport
import Testing

@testable import Raster

@Suite struct CheckpointPlanTests {
  /// The longest distance to any frame if decoding starts at the frames in `kept` and at starts.
  private func dearest(_ costs: [Int], _ isStart: [Bool], kept: Set<Int>) -> Int {
    var most = 0
    for target in costs.indices {
      var way = 0
      for index in stride(from: target, through: 0, by: -1) {
        way += costs[index]
        if isStart[index] || kept.contains(index) { break }
      }
      most = max(most, way)
    }
    return most
  }

  /// The shortest such distance for any choice of `capacity` frames, found by trying all of them.
  private func best(_ costs: [Int], _ isStart: [Bool], capacity: Int) -> Int {
    var best = Int.max
    for choice in 0..<(1 << costs.count) where choice.nonzeroBitCount <= capacity {
      let kept = Set(costs.indices.filter { choice >> $0 & 1 == 1 })
      best = min(best, dearest(costs, isStart, kept: kept))
    }
    return best
  }

  @Test func noChoiceOfAsManyFramesIsBetter() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let count = Int.random(in: 1...9, using: &random)
      let costs = (0..<count).map { _ in Int.random(in: 1...20, using: &random) }
      let isStart = (0..<count).map { $0 == 0 || Int.random(in: 0..<4, using: &random) == 0 }
      let capacity = Int.random(in: 0...count, using: &random)
      let plan = CheckpointPlan(costs: costs, isStart: isStart, capacity: capacity)
      #expect(plan.positions.count <= capacity)
      #expect(plan.positions.allSatisfy { !isStart[$0] })
      let reached = dearest(costs, isStart, kept: Set(plan.positions))
      #expect(
        reached == best(costs, isStart, capacity: capacity), "\(costs) \(isStart) \(capacity)")
      #expect(plan.largestCost == reached)
      for index in 0..<count {
        #expect(plan.contains(index) == plan.positions.contains(index))
      }
    }
  }

  @Test func waysThatAreCheapEnoughGetNoCanvas() {
    let isStart = [true] + Array(repeating: false, count: 19)
    let costs = Array(repeating: 5, count: 20)
    func positions(_ leastCost: Int) -> [Int] {
      CheckpointPlan(costs: costs, isStart: isStart, capacity: 20, leastCost: leastCost).positions
    }
    #expect(positions(0) == Array(1..<20))
    #expect(positions(25) == [5, 10, 15])
    #expect(positions(100) == [])
    #expect(positions(1000) == [])
  }

  @Test func framesThatAreStartsNeedNoCanvas() {
    let plan = CheckpointPlan(
      costs: Array(repeating: 5, count: 100), isStart: Array(repeating: true, count: 100),
      capacity: 10)
    #expect(plan.positions.isEmpty)
    #expect(plan.largestCost == 5)
  }
}
