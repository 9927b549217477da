internal import SystemPackage

extension AnimationInput {
  /// One of several inputs, with the name of its animation.
  public struct Named: Sendable, Hashable {
    /// The name of the animation. Names of animations inside the input are appended: `hero/walk`.
    public var name: String
    /// The input that it comes from.
    public var input: AnimationInput

    /// - Parameter name: nil for the name of the input without folders and extension.
    public init(name: String? = nil, _ input: AnimationInput) {
      self.name = name ?? Self.name(of: input)
      self.input = input
    }

    /// For a pattern, the part before its first wildcard: `walk` for `walk_*.png`.
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
}

/// An error about one of several inputs.
package struct PartFailure: Error {
  /// The name of the input.
  package let name: String
  package let error: any Error
}
