public import SystemPackage

/// One of several inputs, and what its animation is called.
public struct NamedInput: Sendable, Hashable {
  /// The name of the animation. Those of an input that names animations itself come behind it:
  /// `hero/walk`.
  public var name: String
  /// Where it comes from.
  public var input: AnimationInput

  /// - Parameter name: nil for the name of the input without folders and extension.
  public init(name: String? = nil, _ input: AnimationInput) {
    self.name = name ?? Self.name(of: input)
    self.input = input
  }

  /// Of a pattern, what comes before its first sign that stands for others: `walk` of `walk_*.png`.
  private static func name(of input: AnimationInput) -> String {
    let path = if case .path(let path) = input { path } else { FilePath(input.name) }
    let file = path.lastComponent?.string ?? path.string
    let fixed = file.prefix { !"*?[%".contains($0) }
    if fixed.count < file.count {
      var name = String(fixed)
      while let last = name.last, "_-. ".contains(last) { name.removeLast() }
      return name.isEmpty ? "frames" : name
    }
    return path.stem ?? file
  }
}

/// An error that is about one of several inputs.
package struct PartFailure: Error {
  /// What the input is called.
  package let name: String
  package let error: any Error
}
