public import SystemPackage
internal import Writing

/// A file beside what an output of a preset asks of it.
public struct PresetCheck: Sendable {
  /// The output whose constraints were taken.
  public let output: PresetOutput
  /// What its constraints say of the file.
  public let check: ConstraintCheck

  /// Compares a file, whoever wrote it.
  ///
  /// - Parameter name: the output to take; nil for the one that the file is most like: of its
  ///   container, then with its suffix.
  /// - Throws: ``ConversionError`` when the file cannot be read, ``PresetError``.
  public init(_ path: FilePath, against preset: Preset, output name: String? = nil) throws {
    let facts = try MediaFacts(of: path)
    if let name {
      output = try preset.output(named: name)
    } else {
      output = preset.outputs.min {
        Self.distance($0, facts, path) < Self.distance($1, facts, path)
      }!
    }
    check = ConstraintCheck(output.allConstraints, facts: facts)
  }

  /// How unlike a file and an output are: 0 is alike.
  private static func distance(
    _ output: PresetOutput, _ facts: MediaFacts, _ path: FilePath
  ) -> Int {
    let isOfKind =
      output.allConstraints.first { $0.property == .container }?.isMet(by: facts[.container])
      ?? true
    let hasSuffix = path.stem?.hasSuffix(output.suffix) ?? false
    // Of two suffixes that both fit, the longer says more; an empty one always fits.
    return (isOfKind ? 0 : 10_000) + (hasSuffix ? 1000 - min(999, output.suffix.count) : 2000)
  }
}

extension PresetOutput {
  /// What is asked of the file, its container included.
  package var allConstraints: [MediaConstraint] {
    let container: String
    switch format {
    case .kind(let kind): container = kind.description
    case .any: return constraints
    }
    if constraints.contains(where: { $0.property == .container }) { return constraints }
    return [MediaConstraint(.container, .oneOf([container]))] + constraints
  }
}
