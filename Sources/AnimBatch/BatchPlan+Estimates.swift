package import AnimConv
internal import Dispatch
internal import Reading
internal import Threads

/// A unit and what it will roughly cost.
package struct EstimatedUnit: Sendable {
  package let unit: BatchUnit
  package let estimate: JobEstimate
}

extension BatchPlan {
  /// What each unit will roughly cost, in the order of ``units``. An input that cannot be read
  /// costs next to nothing: it fails at once.
  ///
  /// - Complexity: surveys every input, on all processors; decodes no pixel.
  package func estimates() -> [EstimatedUnit] { EstimatedUnit.all(units) }

  /// The part of the plan that one machine does. Shares are balanced by estimated cost, and every
  /// unit is in exactly one as long as all machines see the same inputs.
  ///
  /// - Complexity: that of ``estimates()``: every machine opens every input.
  package func balancedShard(_ shard: BatchShard) -> BatchPlan {
    if shard.count == 1 { return self }
    let estimates = estimates()
    return at(
      shard.indices(
        costs: estimates.map(\.estimate.milliseconds), ids: estimates.map(\.unit.id)), as: shard)
  }
}

extension EstimatedUnit {
  /// Estimates of units, in their order.
  ///
  /// - Complexity: surveys every input, on all processors; decodes no pixel.
  static func all(_ units: [BatchUnit]) -> [EstimatedUnit] {
    let results = GuardedState([JobEstimate?](repeating: nil, count: units.count))
    DispatchQueue.concurrentPerform(iterations: units.count) { index in
      let conversion = units[index].conversion
      let source = try? openSource(conversion.input, options: conversion.reading)
      let estimate = source.map { JobEstimate(conversion, source: $0.info) } ?? .unknown
      results.withLock { $0[index] = estimate }
    }
    return results.withLock { results in
      zip(units, results).map { EstimatedUnit(unit: $0, estimate: $1 ?? .unknown) }
    }
  }
}
