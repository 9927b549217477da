import TestSupport
import Testing

@testable import AnimBatch

@Suite struct BatchShardTests {
  @Test func everyUnitIsInExactlyOneShareAndSharesAreEven() {
    var random = SeededGenerator(seed: 5)
    for count in [1, 2, 3, 7, 50] {
      let costs = (0..<200).map { _ in Int.random(in: 1...1000, using: &random) }
      let ids = costs.indices.map { "unit\($0)" }
      let shares = (1...count).map {
        BatchShard(number: $0, count: count)!.indices(costs: costs, ids: ids)
      }
      #expect(shares.flatMap(\.self).sorted() == Array(costs.indices))
      let loads = shares.map { $0.reduce(0) { $0 + costs[$1] } }
      #expect(loads.max()! - loads.min()! <= costs.max()!)
    }
  }

  @Test func theOrderOfTheUnitsDoesNotMatter() {
    let costs = [5, 5, 5, 9, 1, 1]
    let ids = ["a", "b", "c", "d", "e", "f"]
    let order = [3, 0, 5, 2, 4, 1]
    for number in 1...2 {
      let shard = BatchShard(number: number, count: 2)!
      let straight = Set(shard.indices(costs: costs, ids: ids).map { ids[$0] })
      let mixed = shard.indices(costs: order.map { costs[$0] }, ids: order.map { ids[$0] })
      #expect(Set(mixed.map { ids[order[$0]] }) == straight)
    }
  }

  static let variables: [(values: [String: String], share: String?)] = [
    (
      ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "4"],
      "3/4"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "4",
        "SLURM_ARRAY_TASK_COUNT": "3",
      ], "3/3"
    ),
    (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "3"], "1/3"),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"], "2/2"),
    (["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"], "2/2"),
    (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "9"], "1/9"),
    (
      [
        "SLURM_ARRAY_TASK_ID": "9223372036854775807", "SLURM_ARRAY_TASK_MIN": "-5",
        "SLURM_ARRAY_TASK_COUNT": "3",
      ], nil
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "7",
        "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "4",
      ], "3/4"
    ),
    // 1,2,6
    (
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "6",
        "SLURM_ARRAY_TASK_COUNT": "3",
      ], nil
    ),
    (["JOB_COMPLETION_INDEX": "9223372036854775807", "JOB_COMPLETIONS": "3"], nil),
    (["JOB_COMPLETION_INDEX": "0"], nil), (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "2"], nil),
    ([:], nil),
  ]

  @Test(arguments: variables)
  func schedulersSayWhichShare(values: [String: String], share: String?) {
    #expect(BatchShard(environment: { values[$0] })?.description == share)
  }

  @Test func aShareIsWrittenAsAFraction() {
    #expect(BatchShard(parsing: "2/3")?.number == 2)
    for text in ["0/3", "4/3", "2", "2/3/4", "a/b", "-1/3", "", "1/9223372036854775807"] {
      #expect(BatchShard(parsing: text) == nil)
    }
  }
}
