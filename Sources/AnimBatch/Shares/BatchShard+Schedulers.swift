/// Why a scheduler's variables do not determine a share.
package struct ShardError: Error, Hashable {
  package let reason: String
}

extension BatchShard {
  /// How a scheduler numbers the tasks of an array.
  private struct Scheduler {
    let name: String
    /// The task's number.
    let index: String
    /// The number of tasks; nil if the scheduler does not provide it.
    var count: String?
    /// The number of the first task; the variable with it, if there is one.
    var first = 0
    var firstVariable: String?
    var last: String?
    var step: String?
    /// The value of the number if the process is not a task of an array.
    var none: String?
    /// What a user must do if the number of tasks is not provided.
    var remedy = ""
  }

  private static let schedulers = [
    Scheduler(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
      firstVariable: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
      step: "SLURM_ARRAY_TASK_STEP"),
    Scheduler(
      name: "Google Batch", index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"),
    Scheduler(
      name: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"),
    Scheduler(
      name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE",
      remedy: "give the size of the array: auto/N"),
    Scheduler(
      name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS",
      remedy: "give the job's completions: auto/N, or set JOB_COMPLETIONS"),
    Scheduler(
      name: "Grid Engine", index: "SGE_TASK_ID", firstVariable: "SGE_TASK_FIRST",
      last: "SGE_TASK_LAST", step: "SGE_TASK_STEPSIZE", none: "undefined"),
    Scheduler(
      name: "PBS", index: "PBS_ARRAY_INDEX", first: 1,
      remedy: "give the size of the array, which begins with 1: auto/N"),
    Scheduler(
      name: "PBS", index: "PBS_ARRAYID", first: 1,
      remedy: "give the size of the array, which begins with 1: auto/N"),
    Scheduler(
      name: "LSF", index: "LSB_JOBINDEX", first: 1, last: "LSB_JOBINDEX_END",
      step: "LSB_JOBINDEX_STEP", none: "0"),
    Scheduler(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    Scheduler(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Scheduler(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
  ]

  /// The share that a scheduler's variables specify.
  ///
  /// - Parameters:
  ///   - text: `auto`, or `auto/N` if N is not provided or must be checked.
  ///   - environment: an environment variable that is set and not empty.
  /// - Throws: ``ShardError``: there is no scheduler, it does not provide the number of shares, or
  ///   an array has gaps, such as `1,5,6`, so that a task cannot know its position.
  package init(
    automatic text: String, environment: (String) -> String?
  ) throws(ShardError) {
    var given: Int?
    if text != "auto" {
      guard let count = Int(text.dropFirst("auto/".count)), count >= 1 else {
        throw ShardError(reason: "expected a number of shares after auto/")
      }
      given = count
    }
    for scheduler in Self.schedulers {
      guard let index = environment(scheduler.index), index != scheduler.none else { continue }
      self = try Self.share(scheduler, index, given, environment)
      return
    }
    throw ShardError(
      reason: "found no share in a scheduler's variables; give one, such as 2/3")
  }

  private static func share(
    _ scheduler: Scheduler, _ index: String, _ given: Int?, _ environment: (String) -> String?
  ) throws(ShardError) -> BatchShard {
    func number(_ name: String?) -> Int? { name.flatMap(environment).flatMap { Int($0) } }
    let name = scheduler.name
    let first = number(scheduler.firstVariable) ?? scheduler.first
    let step = max(1, number(scheduler.step) ?? 1)
    guard let task = Int(index), let place = place(of: task, from: first, step: step) else {
      throw ShardError(reason: "\(scheduler.index) of \(name) is '\(index)', which is not a task")
    }
    var told = number(scheduler.count)
    if let last = number(scheduler.last) {
      let lastPlace = Self.place(of: last, from: first, step: step)
      guard told == nil || told == lastPlace else {
        throw ShardError(
          reason: "the array of \(name) has gaps, so its tasks cannot know their positions; use "
            + "one without, such as 1-\(told ?? 1)")
      }
      told = lastPlace
    }
    if let told, let given, told != given {
      throw ShardError(reason: "\(name) says that there are \(told) shares, not \(given)")
    }
    guard let count = told ?? given else {
      let missing = scheduler.count.map { "\($0) is not set" } ?? "it sets no variable for it"
      let remedy = scheduler.remedy.isEmpty ? "give it: auto/N" : scheduler.remedy
      throw ShardError(
        reason:
          "\(name) provides the task (\(scheduler.index)) but not the number of tasks: \(missing); "
          + remedy)
    }
    guard let share = BatchShard(number: place, count: count) else {
      throw ShardError(
        reason: "\(scheduler.index) of \(name) is \(task), but there are only \(count) shares")
    }
    return share
  }

  /// From 1; nil for a number before the first.
  private static func place(of number: Int, from first: Int, step: Int) -> Int? {
    let (distance, overflows) = number.subtractingReportingOverflow(first)
    guard !overflows, distance >= 0, distance < .max else { return nil }
    return distance / step + 1
  }
}
