/// Python interpreters that have a given module.
///
/// The first one in `PATH` may come from a version manager and lack the modules of the system's
/// packages.
package enum Python {
  /// Reads and draws pictures; nil if no interpreter has it.
  package static let withPillow = interpreter(with: "PIL.Image")
  /// Looks at pictures as arrays; nil if no interpreter has both modules.
  package static let withPillowAndNumPy = interpreter(with: "PIL.Image, numpy")
  /// Computes with arrays; nil if no interpreter has it.
  package static let withNumPy = interpreter(with: "numpy")
  /// Validates JSON against schemas; nil if no interpreter has it.
  package static let withSchemas = interpreter(with: "jsonschema")

  private static func interpreter(with module: String) -> String? {
    ["python3", "/usr/bin/python3"].first {
      (try? Command.run($0, "-c", "import \(module)")) != nil
    }
  }
}
