import Foundation
import TestSupport

/// Judges JSON by the project's schemas with Python's `jsonschema`.
enum SchemaValidator {
  /// Whether a Python with this module is installed.
  static let isHere = Python.withSchemas != nil

  /// - Parameters:
  ///   - file: a JSON file in the folder.
  ///   - schema: the name of a file in `Presets/`.
  /// - Returns: exit 0 when the file conforms, 1 when it does not.
  static func validate(
    _ file: String, by schema: String, in folder: URL
  ) throws -> Animconv.Outcome {
    let presets = Package.root.appendingPathComponent("Presets")
    return try Animconv.run(
      [
        Python.withSchemas!,
        Package.root.appendingPathComponent("Tests/Oracles/preset_schema.py").path,
        presets.appendingPathComponent(schema).path, file,
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
  }
}
