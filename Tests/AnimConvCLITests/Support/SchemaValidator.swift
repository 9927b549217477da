import Foundation

/// Judges JSON by the project's schemas with Python's `jsonschema`.
enum SchemaValidator {
  /// Whether there is a Python that can.
  static let isHere = python != nil

  private static let python = ["python3", "/usr/bin/python3"].first { python in
    (try? run([python, "-c", "import jsonschema"]))?.status == 0
  }

  /// - Parameters:
  ///   - file: a JSON file in the folder.
  ///   - schema: the name of a file in `Presets/`.
  /// - Returns: exit 0 when the file conforms, 1 when it does not.
  static func validate(
    _ file: String, by schema: String, in folder: URL
  ) throws -> Animconv.Outcome {
    let presets = Package.root.appendingPathComponent("Presets")
    return try run(
      [
        python!, Package.root.appendingPathComponent("Tests/Oracles/preset_schema.py").path,
        presets.appendingPathComponent(schema).path, file,
      ], in: folder)
  }

  private static func run(_ words: [String], in folder: URL? = nil) throws -> Animconv.Outcome {
    try Animconv.run(words, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
  }
}
