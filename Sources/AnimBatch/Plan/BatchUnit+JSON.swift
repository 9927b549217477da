internal import AnimConv
internal import SystemPackage
internal import TextFormats

extension BatchUnit {
  /// One line of JSON: `unit`, `input`, `output`.
  package var line: String {
    String(decoding: JSONOutput.object(members, .inline).bytes, as: UTF8.self)
  }

  /// ``line`` with `pending`: why the output would be made; missing if it is up to date.
  package func line(pending: String?) -> String {
    let more = pending.map { [("pending", JSONOutput.text($0))] } ?? []
    return String(decoding: JSONOutput.object(members + more, .inline).bytes, as: UTF8.self)
  }

  fileprivate var members: [(key: String, value: JSONOutput)] {
    [
      ("unit", .text(id)), ("input", .text(PathText.text(input))),
      ("output", .text(PathText.text(output))),
    ]
  }
}

extension EstimatedUnit {
  /// One JSON line: `unit`, `input`, `outputs` as far as they are certain, `seconds`, `peakBytes`.
  package var line: String {
    let members: [(key: String, value: JSONOutput)] =
      unit.members + [
        ("outputs", .list(unit.expectedOutputs.map { .text(PathText.text($0)) })),
        ("seconds", .number(ExactDecimal("\(estimate.milliseconds / 1000).\(milliseconds)")!)),
        ("peakBytes", .integer(estimate.peakBytes)),
      ]
    return String(decoding: JSONOutput.object(members, .inline).bytes, as: UTF8.self)
  }

  private var milliseconds: String { zeroPadded(estimate.milliseconds % 1000, 3) }
}
