package import AnimConv
internal import Dispatch
internal import Reading
internal import Threads

/// A unit and its approximate cost.
package struct EstimatedUnit: Sendable {
  package let unit: BatchUnit
  package let estimate: JobEstimate
}

extension BatchPlan {
  /// The approximate cost of each unit, in the order of ``units``. An unreadable input costs almost
  /// nothing, because it fails at once.
  ///
  /// - Complexity: surveys every input, on all processors; decodes no pixels.
  package func estimates() -> [EstimatedUnit] { EstimatedUnit.all(units) }

  /// One machine's share of the plan. Shares are balanced by estimated cost, and every unit is in
  /// exactly one share if all machines see the same inputs.
  ///
  /// - Complexity: like ``estimates()``: every machine opens every input.
  package func balancedShard(_ shard: BatchShard) -> BatchPlan {
    if shard.count == 1 { return self }
    let estimates = estimates()
    return at(
      shard.indices(
        costs: estimates.map(\.estimate.milliseconds), ids: estimates.map(\.unit.id)), as: shard)
  }
}

extension EstimatedUnit {
  /// Estimates of units, in order.
  ///
  /// - Complexity: surveys every input, on all processors; decodes no pixels.
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
