internal import AnimConv
internal import Messages
internal import TextFormats

/// Notes about a written output.
struct UnitRemarks: Sendable {
  /// Damage in the input that was tolerated.
  var warnings: [String] = []
  /// Differences between input and output, and other notes of its plan.
  var notes: [ConversionMessage] = []

  init() {}

  init(_ reports: [Conversion.Report]) {
    warnings = reports.flatMap { $0.warnings.map(\.description) }
    notes = reports.flatMap { $0.plan.notes + $0.notes }
  }

  /// The inverse of ``members(_:)``, except for how notes name settings.
  init(_ json: JSONValue) {
    warnings = json["warnings"]?.elements.compactMap(\.string) ?? []
    notes = json["notes"]?.elements.compactMap { $0.string.map { ConversionMessage($0) } } ?? []
  }

  /// `warnings` and `notes`, if there are any.
  func members(_ style: ConversionMessage.Style) -> [(key: String, value: JSONOutput)] {
    [("warnings", warnings), ("notes", notes.map { $0.text(style) })].compactMap { key, texts in
      texts.isEmpty ? nil : (key, .list(texts.map { .text($0) }))
    }
  }
}
