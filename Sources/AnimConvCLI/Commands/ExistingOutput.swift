internal import AnimConv
internal import SystemPackage

/// What a conversion finds where its output is to appear.
struct ExistingOutput {
  /// What to call the first of the output's files that is there.
  let name: String

  /// - Parameter name: what to call the output itself.
  /// - Returns: nil when none of the files is there.
  init?(of conversion: Conversion, calledAs name: (AnimationOutput) -> String) {
    guard let path = conversion.certainFiles.first(where: RegularFile.exists) else { return nil }
    self.name = .file(path) == conversion.output ? name(conversion.output) : path.string
  }

  /// Whether somebody at a terminal lets it be replaced.
  func mayBeReplaced() -> Bool {
    Terminal.confirm("animconv: \(Diagnostics.printable(name)) exists; replace it?")
  }
}
