internal import AnimConv

/// What a check found, for machines.
struct CheckJSON: Encodable {
  let file: String
  let preset: String
  let output: String
  let passes: Bool
  let constraints: [LineJSON]

  struct LineJSON: Encodable {
    let property: String
    let passes: Bool
    /// Null when it cannot be told.
    let value: String?
    let expected: String
    let source: String?
    let date: String?
  }

  init(_ result: PresetCheck, preset: Preset, file: String) {
    self.file = file
    self.preset = preset.name
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
