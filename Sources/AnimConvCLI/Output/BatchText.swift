internal import AnimBatch
internal import AnimConv
internal import SystemPackage

/// A batch for people.
enum BatchText {
  /// Lists the conversions of a plan.
  static func list(_ plan: BatchPlan, withEstimates: Bool, asJSON: Bool) throws {
    if withEstimates {
      for unit in plan.estimates() {
        try Terminal.write(asJSON ? unit.line : line(for: unit) + "\n")
      }
    } else {
      for unit in plan.units { try Terminal.write(asJSON ? unit.line : line(for: unit) + "\n") }
    }
  }

  /// Lists the pending conversions of a plan.
  static func rehearse(_ runner: BatchRunner, pruning: BatchPruning?, asJSON: Bool) throws {
    var pending = 0
    for unit in runner.plan.units {
      let reason = runner.pendingReason(of: unit)
      if reason != nil { pending += 1 }
      if asJSON {
        try Terminal.write(unit.line(pending: reason))
      } else if let reason {
        try Terminal.write("\(line(for: unit)) (\(reason))\n")
      }
    }
    for item in try pruning?.prune(isRehearsal: true) ?? [] {
      Terminal.writeError(line(for: item, isRehearsal: true))
    }
    if !asJSON {
      Terminal.writeError(
        "animconv: \(pending) of \(runner.plan.units.count) would be converted")
    }
  }

  /// Lists the conversions of a manifest.
  static func list(_ manifest: BatchManifest, withEstimates: Bool, asJSON: Bool) throws {
    if withEstimates {
      try manifest.forEachEstimate { try Terminal.write(asJSON ? $0.line : line(for: $0) + "\n") }
    } else {
      try manifest.forEachUnit { try Terminal.write(asJSON ? $0.line : line(for: $0) + "\n") }
    }
  }

  /// Lists the pending conversions of a manifest.
  static func rehearse(_ runner: ManifestRunner, asJSON: Bool) throws {
    var pending = 0
    try runner.manifest.forEachUnit { unit in
      let reason = try runner.pendingReason(of: unit)
      if reason != nil { pending += 1 }
      if asJSON {
        try Terminal.write(unit.line(pending: reason))
      } else if let reason {
        try Terminal.write("\(line(for: unit)) (\(reason))\n")
      }
    }
    if !asJSON {
      let count = runner.manifest.reportStart.unitCount
      Terminal.writeError("animconv: \(pending) of \(count) would be converted")
    }
  }

  static func tell(_ items: [BatchPruning.Item], _ options: BatchReportOptions) {
    for item in items where item.keptBecause != nil || !options.quiet {
      Terminal.writeError(line(for: item, isRehearsal: false))
    }
  }

  /// `IN -> OUT`.
  static func line(for unit: BatchUnit) -> String {
    Diagnostics.printable(unit.input.string) + " -> " + Diagnostics.printable(unit.output.string)
  }

  /// The id first, then tabs, for other commands.
  static func line(for estimated: EstimatedUnit) -> String {
    let unit = estimated.unit
    let milliseconds = estimated.estimate.milliseconds
    return [
      unit.id, Diagnostics.printable(unit.input.string), Diagnostics.printable(unit.output.string),
      "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s",
      "\(estimated.estimate.peakBytes >> 20) MiB",
    ].joined(separator: "\t")
  }

  /// A failure in the form of a single conversion's error.
  static func line(for failure: BatchRecord.Failure, of input: FilePath) -> String {
    "animconv: " + text(for: failure, of: input)
  }

  static func text(for failure: BatchRecord.Failure, of input: FilePath) -> String {
    let files = failure.file == input.string ? failure.file : "\(input) -> \(failure.file)"
    return Diagnostics.printable("\(files): \(failure.text)")
  }

  static func line(for summary: BatchSummary) -> String { "animconv: " + text(for: summary) }

  /// `180 written, 0 unchanged, 20 failed`.
  static func text(for summary: BatchSummary) -> String {
    var parts = ["\(summary.written) written", "\(summary.unchanged) unchanged"]
    parts.append("\(summary.failed) failed")
    if summary.failedTemporarily > 0 {
      parts[2] += " (\(summary.failedTemporarily) may pass when it is repeated)"
    }
    if summary.wasStopped {
      parts.append("\(summary.skipped) not done because the run was stopped")
    } else if summary.skipped > 0 {
      parts.append("\(summary.skipped) not started")
    }
    return parts.joined(separator: ", ")
  }

  private static func line(for item: BatchPruning.Item, isRehearsal: Bool) -> String {
    let name = Diagnostics.printable(item.path.string)
    if let reason = item.keptBecause {
      return "animconv: \(name): not removed: \(Diagnostics.printable(reason))"
    }
    return "animconv: \(name): \(isRehearsal ? "would be removed" : "removed")"
  }
}
