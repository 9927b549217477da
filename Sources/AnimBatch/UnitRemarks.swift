internal import AnimConv
internal import Messages
internal import TextFormats

/// What there is to tell of an output that was made.
struct UnitRemarks: Sendable {
  /// What was wrong with the input and was tolerated.
  var warnings: [String] = []
  /// What the output shows in another way than the input, and what else its plan says.
  var notes: [Message] = []

  init() {}

  init(_ reports: [ConversionReport]) {
    warnings = reports.flatMap { $0.warnings.map(\.description) }
    notes = reports.flatMap { $0.plan.notes + $0.notes }
  }

  /// The inverse of ``members(_:)``, but for how notes name settings.
  init(_ json: JSONValue) {
    warnings = json["warnings"]?.elements.compactMap(\.string) ?? []
    notes = json["notes"]?.elements.compactMap { $0.string.map { Message($0) } } ?? []
  }

  /// `warnings` and `notes`, each where there are any.
  func members(_ style: Message.Style) -> [(key: String, value: JSONOutput)] {
    [("warnings", warnings), ("notes", notes.map { $0.text(style) })].compactMap { key, texts in
      texts.isEmpty ? nil : (key, .list(texts.map { .text($0) }))
    }
  }
}
