internal import AnimConv

/// The result of a check, as JSON.
struct CheckJSON: Encodable {
  let file: String
  let preset: String
  let output: String
  let passes: Bool
  let constraints: [LineJSON]

  struct LineJSON: Encodable {
    let property: String
    let passes: Bool
    /// Null if unknown.
    let value: String?
    let expected: String
    let source: String?
    let date: String?
  }

  init(_ result: Preset.Check, preset: String, file: String) {
    self.file = file
    self.preset = preset
    output = result.output.name
    passes = result.check.isMet
    constraints = result.check.lines.map {
      LineJSON(
        property: $0.constraint.property.rawValue, passes: $0.isMet,
        value: $0.measure?.description, expected: $0.constraint.expectation,
        source: $0.constraint.source, date: $0.constraint.date)
    }
  }
}
