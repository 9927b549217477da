public import SystemPackage
internal import Writing

extension Preset {
  /// A file compared with the requirements of a preset's output.
  public struct Check: Sendable {
    /// The output whose constraints were used.
    public let output: Preset.Output
    /// The result for each constraint.
    public let check: MediaConstraint.Check

    /// Compares a file of any origin.
    ///
    /// - Parameter name: the output to use; nil for the most similar one, by container, then by
    ///   suffix.
    /// - Throws: ``ConversionError`` if the file cannot be read, ``PresetError``.
    public init(_ path: FilePath, against preset: Preset, output name: String? = nil) throws {
      try self.init(MediaConstraint.Facts(of: path), path, against: preset, output: name)
    }

    private init(
      _ facts: MediaConstraint.Facts, _ path: FilePath, against preset: Preset, output name: String?
    ) throws {
      if let name {
        output = try preset.output(named: name)
      } else {
        output = preset.outputs.min {
          Self.distance($0, facts, path) < Self.distance($1, facts, path)
        }!
      }
      check = MediaConstraint.Check(output.allConstraints, facts: facts)
    }

    /// Compares a file with each preset that has a platform's requirements. The file is read once.
    ///
    /// - Returns: a check for each of these presets, in order.
    /// - Throws: ``ConversionError`` if the file cannot be read.
    public static func all(_ path: FilePath, against presets: [Preset]) throws -> [Preset.Check] {
      let facts = try MediaConstraint.Facts(of: path)
      return try presets.filter { $0.outputs.contains { !$0.constraints.isEmpty } }
        .map { try Preset.Check(facts, path, against: $0, output: nil) }
    }

    /// The distance between a file and an output: 0 for a match.
    private static func distance(
      _ output: Preset.Output, _ facts: MediaConstraint.Facts, _ path: FilePath
    ) -> Int {
      let isOfKind =
        output.allConstraints.first { $0.property == .container }?.isMet(by: facts[.container])
        ?? true
      let hasSuffix = path.stem?.hasSuffix(output.suffix) ?? false
      // Of two matching suffixes, the longer one wins; an empty suffix always matches.
      return (isOfKind ? 0 : 10_000) + (hasSuffix ? 1000 - min(999, output.suffix.count) : 2000)
    }
  }
}

extension Preset.Output {
  /// The constraints of the file, including its container.
  package var allConstraints: [MediaConstraint] {
    let container: String
    switch format {
    // The extension alone determines the format of a file: a page of a sheet is a picture.
    case .kind(let kind):
      container = (OutputKind(fileExtension: kind.definition.newExtension) ?? kind).description
    case .any: return constraints
    }
    if constraints.contains(where: { $0.property == .container }) { return constraints }
    return [MediaConstraint(.container, .oneOf([container]))] + constraints
  }
}
