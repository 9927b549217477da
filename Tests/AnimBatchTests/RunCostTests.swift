import CLibrary
import Testing

@testable import AnimBatch

@Suite struct RunCostTests {
  static let attempts: [(variables: [String: String], attempt: Int)] = [
    ([:], 1), (["SLURM_RESTART_COUNT": "0"], 1), (["SLURM_RESTART_COUNT": "2"], 3),
    (["AWS_BATCH_JOB_ATTEMPT": "1"], 1), (["AWS_BATCH_JOB_ATTEMPT": "3"], 3),
    (["BATCH_TASK_RETRY_ATTEMPT": "1"], 2), (["CLOUD_RUN_TASK_ATTEMPT": "0"], 1),
    (["ANIMCONV_ATTEMPT": "4", "SLURM_RESTART_COUNT": "0"], 4), (["ANIMCONV_ATTEMPT": "x"], 1),
    (["AWS_BATCH_JOB_ATTEMPT": "0"], 1), (["SLURM_RESTART_COUNT": "9223372036854775807"], 1),
  ]

  @Test(arguments: attempts)
  func schedulersSayWhichTryItIs(variables: [String: String], attempt: Int) {
    #expect(Machine.attempt(environment: { variables[$0] }) == attempt)
  }

  /// Two units in parallel share the process's usage; earlier usage belongs to neither.
  @Test func theProcessorTimeOfAllUnitsIsThatOfTheProcess() {
    func work() -> Int { (0..<3_000_000).reduce(0) { $0 &* 31 &+ $1 } }
    _ = work()
    let cost = RunCost(host: "h", attempt: 2)
    let before = processorMicroseconds
    let first = cost.begin()
    let second = cost.begin()
    #expect(work() != 1)
    let one = cost.end(first)
    #expect(work() != 1)
    let other = cost.end(second)
    let used = processorMicroseconds - before
    let counted = one.processorMicroseconds + other.processorMicroseconds
    #expect(counted > 0 && counted <= used)
    #expect(other.processorMicroseconds >= one.processorMicroseconds)
    #expect(one.host == "h" && one.attempt == 2)
    #expect(one.peakBytes > 1 << 20 && other.peakBytes >= 1 << 20)
  }
}
