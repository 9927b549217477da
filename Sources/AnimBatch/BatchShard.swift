/// One share of a batch that several machines do: the K-th of N.
package struct BatchShard: Sendable, Hashable {
  /// From 1 on.
  package let number: Int
  package let count: Int

  /// Most shares of a batch.
  private static let maxCount = 1_000_000

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

  /// The share that a scheduler's variables name: of a Slurm array, an indexed job of Kubernetes
  /// (which does not tell the count: `JOB_COMPLETIONS` has to), GitLab, CircleCI, Buildkite, or
  /// `CI_NODE_INDEX` from 1 on with `CI_NODE_TOTAL`. Nil when none of them is there, or a Slurm
  /// array has gaps, such as `1,5,6`: a task cannot tell how many are before it.
  package init?(environment: (String) -> String?) {
    func number(_ name: String) -> Int? { environment(name).flatMap { Int($0) } }
    if let task = number("SLURM_ARRAY_TASK_ID"), let count = number("SLURM_ARRAY_TASK_COUNT") {
      let first = number("SLURM_ARRAY_TASK_MIN") ?? 0
      let step = max(1, number("SLURM_ARRAY_TASK_STEP") ?? 1)
      guard let place = Self.place(of: task, from: first, step: step) else { return nil }
      if let last = number("SLURM_ARRAY_TASK_MAX") {
        guard Self.place(of: last, from: first, step: step) == count else { return nil }
      }
      self.init(number: place, count: count)
      return
    }
    let fromZero = [
      ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL"),
      ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT"),
    ]
    for (index, total) in fromZero {
      if let index = number(index), let count = number(total) {
        guard index < count else { return nil }
        self.init(number: index + 1, count: count)
        return
      }
    }
    guard let index = number("CI_NODE_INDEX"), let count = number("CI_NODE_TOTAL") else {
      return nil
    }
    self.init(number: index, count: count)
  }

  /// From 1 on; nil for a number before the first.
  private static func place(of number: Int, from first: Int, step: Int) -> Int? {
    let (distance, overflows) = number.subtractingReportingOverflow(first)
    guard !overflows, distance >= 0, distance < .max else { return nil }
    return distance / step + 1
  }

  /// The places of this share's units: each goes, dearest first, to the share that has least to do.
  /// Equal costs give equal shares on every machine.
  ///
  /// - Complexity: O(n (log n + shares)).
  func indices(costs: [Int], ids: [String]) -> [Int] {
    var load = [Int](repeating: 0, count: count)
    var own: [Int] = []
    let order = costs.indices.sorted { one, other in
      costs[one] != costs[other] ? costs[one] > costs[other] : ids[one] < ids[other]
    }
    for index in order {
      let share = load.indices.min { load[$0] < load[$1] }!
      load[share] = load[share].addingReportingOverflow(max(1, costs[index])).partialValue
      if share == number - 1 { own.append(index) }
    }
    return own.sorted()
  }
}

extension BatchShard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
