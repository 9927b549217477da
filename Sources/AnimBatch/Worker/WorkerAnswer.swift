internal import AnimConv
internal import Messages
internal import TextFormats

/// A ``ConversionWorker``'s response to a request: one line of JSON.
enum WorkerAnswer {
  static func line(
    _ id: WorkerRequest.ID, _ form: WorkerRequest.Form,
    _ reports: [(Conversion, Conversion.Report)], cost: BatchCost, milliseconds: Int
  ) -> String {
    let written = reports.flatMap { $0.1.outputs }
    let remarks = UnitRemarks(reports.map(\.1))
    if form == .bazel {
      return object([
        ("exitCode", .integer(0)), ("output", .text(remarks.warnings.joined(separator: "\n"))),
        ("requestId", id.json),
      ])
    }
    var report: [(key: String, value: JSONOutput)] = [
      ("status", .text("written")),
      ("outputs", .list(written.map { .text($0.planned.output.name) })),
      ("frames", .integer(reports.first?.1.frameCount ?? 0)),
      ("bytes", .integer(written.reduce(0) { $0 + Int($1.byteCount) })),
    ]
    report += remarks.members(.options)
    return object([
      ("id", id.json), ("exit", .integer(0)),
      ("report", .object(report + cost.members(milliseconds: milliseconds))),
    ])
  }

  static func line(
    _ id: WorkerRequest.ID?, _ form: WorkerRequest.Form, failure: ConversionError,
    cost: BatchCost?, milliseconds: Int
  ) -> String {
    let exit = Int(failure.kind.exitCode)
    let isCancelled = failure.kind == .cancelled
    if form == .bazel {
      let file = [failure.file, "\(failure.stage.rawValue): \(failure.reason.text(.options))"]
      let text = file.compactMap(\.self).joined(separator: ": ")
      return object(
        [
          ("exitCode", .integer(exit)),
          ("output", .text(failure.remedy.map { "\(text); \($0.text(.options))" } ?? text)),
          ("requestId", (id ?? .none).json),
        ] + (isCancelled ? [("wasCancelled", .truth(true))] : []))
    }
    let error = BatchRecord.errorMembers(
      code: failure.code.name, stage: failure.stage.rawValue, file: failure.file,
      frame: failure.frame,
      reason: failure.reason, remedy: failure.remedy, .names)
    var report: [(key: String, value: JSONOutput)] = [
      ("status", .text(isCancelled ? "cancelled" : "failed")),
      ("temporary", .truth(failure.kind == .inputOutput)), ("error", .object(error)),
    ]
    if let cost { report += cost.members(milliseconds: milliseconds) }
    return object(
      (id.map { [("id", $0.json)] } ?? []) + [
        ("exit", .integer(exit)), ("report", .object(report)),
      ])
  }

  private static func object(_ members: [(key: String, value: JSONOutput)]) -> String {
    String(decoding: JSONOutput.object(members, .inline).bytes, as: UTF8.self)
  }
}
