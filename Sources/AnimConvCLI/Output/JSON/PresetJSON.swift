internal import AnimConv

/// A preset with everything that it extends, as JSON.
struct PresetJSON: Encodable {
  let name: String
  let description: String
  let task: String
  let outputs: [OutputJSON]

  struct OutputJSON: Encodable {
    let name: String
    let suffix: String
    /// Null for a folder of frames, and for outputs of any kind.
    let fileExtension: String?
    /// `mp4`, `frames` and so on; null for any kind.
    let kind: String?
    let settings: [String: String]
    let constraints: [ConstraintJSON]

    enum CodingKeys: String, CodingKey {
      case name, suffix, fileExtension = "extension", kind, settings, constraints
    }
  }

  init(_ preset: Preset) {
    name = preset.name
    description = preset.description
    task = preset.task.rawValue
    outputs = preset.outputs.map { output in
      OutputJSON(
        name: output.name, suffix: output.suffix, fileExtension: output.fileExtension,
        kind: output.kind?.description,
        settings: Dictionary(
          uniqueKeysWithValues: output.settings.names.map { ($0, output.settings[$0] ?? "") }),
        constraints: output.constraints.map(ConstraintJSON.init))
    }
  }
}

/// A platform's requirement, as JSON.
struct ConstraintJSON: Encodable {
  let property: String
  let expected: String
  let source: String?
  let date: String?

  init(_ constraint: MediaConstraint) {
    property = constraint.property.rawValue
    expected = constraint.expectation
    source = constraint.source
    date = constraint.date
  }
}
