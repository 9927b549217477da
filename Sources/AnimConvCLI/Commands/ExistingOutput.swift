internal import AnimConv
internal import SystemPackage

/// An existing output of a conversion.
struct ExistingOutput {
  /// The name of the first existing file of the output.
  let name: String

  /// - Parameter name: the name of the output itself.
  /// - Returns: nil if none of the files exists.
  init?(of conversion: Conversion, calledAs name: (AnimationOutput) -> String) {
    guard let path = conversion.certainFiles.first(where: RegularFile.exists) else { return nil }
    self.name = .file(path) == conversion.output ? name(conversion.output) : path.string
  }

  /// Whether a user at a terminal allows replacing it.
  func mayBeReplaced() -> Bool {
    Terminal.confirm("animconv: \(Diagnostics.printable(name)) exists; replace it?")
  }
}
