internal import TextFormats

/// The first line of a report: its batch, and the number of expected units.
package struct BatchReportStart: Sendable, Hashable {
  /// A digest of all units of the batch and of their settings; the same for all of its shares.
  package let batch: String
  /// The share of this run; nil for units that were selected by id.
  package let share: BatchShard?
  /// The number of units in the complete report.
  package let unitCount: Int
  /// Units of the whole batch.
  package let totalCount: Int

  package init(batch: String, share: BatchShard?, unitCount: Int, totalCount: Int) {
    self.batch = batch
    self.share = share
    self.unitCount = unitCount
    self.totalCount = totalCount
  }

  /// Its line, with its line end: `batch`, `share`, `units`, `of`.
  package var line: String {
    var members: [(key: String, value: JSONOutput)] = [("batch", .text(batch))]
    if let share { members.append(("share", .text(share.description))) }
    members += [("units", .integer(unitCount)), ("of", .integer(totalCount))]
    return String(decoding: JSONOutput.object(members, .inline).bytes, as: UTF8.self)
  }

  /// This is the inverse of ``line``; nil for anything else.
  init?(_ json: JSONValue) {
    guard let batch = json["batch"]?.string,
      let units = json["units"]?.integer.flatMap({ Int(exactly: $0) }), units >= 0,
      let total = json["of"]?.integer.flatMap({ Int(exactly: $0) }), total >= units
    else { return nil }
    let share = json["share"]?.string
    self.share = share.flatMap { BatchShard(parsing: $0) }
    if share != nil, self.share == nil { return nil }
    self.batch = batch
    unitCount = units
    totalCount = total
  }
}

extension BatchPlan {
  /// The start of a report of this plan.
  package var reportStart: BatchReportStart {
    // In the order of the jobs, which is identical on machines that see the same files.
    let text = allUnits.map { "\($0.id) \($0.settingsDigest) \(PathText.text($0.input))\n" }
    return BatchReportStart(
      batch: FileRecord.digest(of: text.joined()), share: share, unitCount: units.count,
      totalCount: allUnits.count)
  }
}
