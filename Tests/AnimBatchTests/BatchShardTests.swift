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
    (
      [
        "SGE_TASK_ID": "5", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "9", "SGE_TASK_STEPSIZE": "2",
      ], "3/5"
    ),
    (["SGE_TASK_ID": "undefined", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"], "1/2"),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "2", "AWS_BATCH_JOB_ARRAY_SIZE": "3"], "3/3"),
    (["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "4"], "1/4"),
    (["CLOUD_RUN_TASK_INDEX": "3", "CLOUD_RUN_TASK_COUNT": "4"], "4/4"),
    (["LSB_JOBINDEX": "2", "LSB_JOBINDEX_END": "6", "LSB_JOBINDEX_STEP": "1"], "2/6"),
    (["LSB_JOBINDEX": "0", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"], "1/2"),
    (["JOB_COMPLETION_INDEX": "9223372036854775807", "JOB_COMPLETIONS": "3"], nil),
    (["JOB_COMPLETION_INDEX": "0"], nil), (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "2"], nil),
    ([:], nil),
  ]

  @Test(arguments: variables)
  func schedulersSayWhichShare(values: [String: String], share: String?) {
    let found = try? BatchShard(automatic: "auto", environment: { values[$0] })
    #expect(found?.description == share)
  }

  /// With the number of shares in the option; invalid values are reported.
  static let given: [(text: String, values: [String: String], told: String)] = [
    ("auto/3", ["AWS_BATCH_JOB_ARRAY_INDEX": "2"], "3/3"),
    ("auto/3", ["JOB_COMPLETION_INDEX": "0"], "1/3"),
    ("auto/4", ["PBS_ARRAY_INDEX": "4"], "4/4"), ("auto/4", ["PBS_ARRAYID": "1"], "1/4"),
    ("auto/3", ["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "3"], "1/3"),
    (
      "auto/3", ["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "4"],
      "Google Batch says that there are 4 shares, not 3"
    ),
    (
      "auto/3", ["AWS_BATCH_JOB_ARRAY_INDEX": "3"],
      "AWS_BATCH_JOB_ARRAY_INDEX of AWS Batch is 3, but there are only 3 shares"
    ),
    (
      "auto", ["JOB_COMPLETION_INDEX": "0"],
      "Kubernetes provides the task (JOB_COMPLETION_INDEX) but not the number of tasks: "
        + "JOB_COMPLETIONS is not set; give the job's completions: auto/N, or set JOB_COMPLETIONS"
    ),
    (
      "auto", ["PBS_ARRAY_INDEX": "1"],
      "PBS provides the task (PBS_ARRAY_INDEX) but not the number of tasks: it sets no variable for "
        + "it; give the size of the array, which begins with 1: auto/N"
    ),
    ("auto/0", ["JOB_COMPLETION_INDEX": "0"], "expected a number of shares after auto/"),
    (
      "auto", ["SLURM_ARRAY_TASK_ID": "x"],
      "SLURM_ARRAY_TASK_ID of Slurm is 'x', which is not a task"
    ),
    (
      // 1,2,6
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "6",
        "SLURM_ARRAY_TASK_COUNT": "3",
      ],
      "the array of Slurm has gaps, so its tasks cannot know their positions; use one without, "
        + "such as 1-3"
    ),
    ("auto", [:], "found no share in a scheduler's variables; give one, such as 2/3"),
  ]

  @Test(arguments: given)
  func findsTheShareInTheEnvironmentOrReportsWhatIsMissing(
    text: String, values: [String: String], told: String
  ) {
    do throws(ShardError) {
      let share = try BatchShard(automatic: text, environment: { values[$0] })
      #expect(share.description == told)
    } catch {
      #expect(error.reason == told)
    }
  }

  @Test func aShareIsWrittenAsAFraction() {
    #expect(BatchShard(parsing: "2/3")?.number == 2)
    for text in ["0/3", "4/3", "2", "2/3/4", "a/b", "-1/3", "", "1/9223372036854775807"] {
      #expect(BatchShard(parsing: text) == nil)
    }
  }
}
