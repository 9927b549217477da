internal import TextFormats

/// The last line of a report: whether it is complete, or why not, and the totals.
package struct BatchReportEnd: Sendable, Hashable {
  /// Why the run ended early, such as `SIGTERM`; nil if all units are done.
  package let cause: String?
  package let summary: BatchSummary
  package let milliseconds: Int

  package init(_ summary: BatchSummary, cause: String? = nil, milliseconds: Int) {
    self.summary = summary
    self.cause = cause
    self.milliseconds = milliseconds
  }

  /// Its line, with its line end: `end` (`complete` or `stopped`), `cause`, `written`, `unchanged`,
  /// `failed`, `temporary`, `skipped`, `seconds`.
  package var line: String {
    var members: [(key: String, value: JSONOutput)] = [
      ("end", .text(summary.skipped == 0 && cause == nil ? "complete" : "stopped"))
    ]
    if let cause { members.append(("cause", .text(cause))) }
    members += [
      ("written", .integer(summary.written)), ("unchanged", .integer(summary.unchanged)),
      ("failed", .integer(summary.failed)), ("temporary", .integer(summary.failedTemporarily)),
      ("skipped", .integer(summary.skipped)),
      ("seconds", .number(ExactDecimal(Int64(milliseconds), exponent: -3))),
    ]
    return String(decoding: JSONOutput.object(members, .inline).bytes, as: UTF8.self)
  }

  /// This is the inverse of ``line``; nil for anything else.
  init?(_ json: JSONValue) {
    guard let end = json["end"]?.string, end == "complete" || end == "stopped" else { return nil }
    func count(_ key: String) -> Int { json[key]?.integer.flatMap { Int(exactly: $0) } ?? 0 }
    var summary = BatchSummary()
    summary.written = count("written")
    summary.unchanged = count("unchanged")
    summary.failed = count("failed")
    summary.failedTemporarily = count("temporary")
    summary.skipped = count("skipped")
    self.summary = summary
    cause = end == "complete" ? nil : json["cause"]?.string ?? "a failure"
    milliseconds = 0
  }
}
