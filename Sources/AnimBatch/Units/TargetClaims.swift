internal import OutputFiles
internal import SystemPackage

/// Ensures that no conversion of a batch writes what another one writes or reads.
enum TargetClaims {
  /// - Throws: ``BatchError/sameTarget(target:first:second:byCase:)``,
  ///   ``BatchError/targetIsInput(target:from:input:)`` and
  ///   ``BatchError/targetInTarget(target:from:folder:of:)``.
  /// - Complexity: O(units); one system call per target and input.
  static func check(_ units: [BatchUnit]) throws(BatchError) {
    let inputs = Dictionary(
      units.flatMap(\.inputs).compactMap { input in
        FileStatus(of: input, followingLinks: true).map { ($0, input) }
      }, uniquingKeysWith: { first, _ in first })
    var places = RealPlaces()
    var owners: [FilePath: BatchUnit] = [:]
    var folded: [FilePath: BatchUnit] = [:]
    for unit in units {
      let files = unit.expectedOutputs
      // The name that represents the files of a pair in records is reserved as well.
      for path in files.contains(unit.output) ? files : files + [unit.output] {
        let place = places.place(of: path)
        if let other = owners.updateValue(unit, forKey: place) {
          throw sameTarget(path, other, unit, byCase: false)
        }
        let name = FilePath(place.string.lowercased())
        if let other = folded.updateValue(unit, forKey: name), other.id != unit.id,
          places.ignoresCase(path)
        {
          throw sameTarget(path, other, unit, byCase: true)
        }
        // The target itself, or the folder of frames that would contain it.
        for taken in [path, OutputFile.folder(of: path)] where files.contains(path) {
          guard let status = FileStatus(of: taken, followingLinks: true),
            let input = inputs[status]
          else { continue }
          throw .targetIsInput(
            target: path.string, from: unit.input.string, input: input.string)
        }
      }
    }
    // A folder of frames is replaced as a whole, so it cannot contain other outputs.
    for unit in units {
      for path in unit.expectedOutputs {
        var above = places.place(of: path)
        while above.removeLastComponent(), !above.isEmpty {
          guard let other = owners[above] else { continue }
          throw .targetInTarget(
            target: path.string, from: unit.input.string, folder: other.output.string,
            of: other.input.string)
        }
      }
    }
  }

  private static func sameTarget(
    _ path: FilePath, _ first: BatchUnit, _ second: BatchUnit, byCase: Bool
  ) -> BatchError {
    .sameTarget(
      target: path.string, first: first.input.string, second: second.input.string, byCase: byCase)
  }
}
