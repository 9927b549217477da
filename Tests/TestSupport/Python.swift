/// Interpreters of Python that have a module.
///
/// The first one of `PATH` need not have what the system's packages bring: it may be one that a
/// manager of versions has put there.
package enum Python {
  /// Reads and draws pictures; nil where none has it.
  package static let withPillow = interpreter(with: "PIL.Image")
  /// Computes with arrays; nil where none has it.
  package static let withNumPy = interpreter(with: "numpy")
  /// Judges JSON by schemas; nil where none has it.
  package static let withSchemas = interpreter(with: "jsonschema")

  private static func interpreter(with module: String) -> String? {
    ["python3", "/usr/bin/python3"].first {
      (try? Command.run($0, "-c", "import \(module)")) != nil
    }
  }
}
