internal import OutputFiles
internal import SystemPackage

/// Makes sure that no conversion of a batch writes what another one writes or reads.
enum TargetClaims {
  /// - Throws: ``BatchError/sameTarget(target:first:second:byCase:)``,
  ///   ``BatchError/targetIsInput(target:from:input:)`` and
  ///   ``BatchError/targetInTarget(target:from:folder:of:)``.
  /// - Complexity: O(units); asks the system for each target and each input once.
  static func check(_ units: [BatchUnit]) throws(BatchError) {
    let inputs = Dictionary(
      units.compactMap { unit in
        FileStatus(of: unit.input, followingLinks: true).map { ($0, unit.input) }
      }, uniquingKeysWith: { first, _ in first })
    var places = RealPlaces()
    var owners: [FilePath: BatchUnit] = [:]
    var folded: [FilePath: BatchUnit] = [:]
    for unit in units {
      let files = unit.expectedOutputs
      // The name that stands in records for the files of a pair is taken as well.
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
        // The target itself, or the folder of frames that it would lie in.
        for taken in [path, OutputFile.folder(of: path)] where files.contains(path) {
          guard let status = FileStatus(of: taken, followingLinks: true),
            let input = inputs[status]
          else { continue }
          throw .targetIsInput(
            target: path.string, from: unit.input.string, input: input.string)
        }
      }
    }
    // A folder of frames is replaced as a whole, so nothing else can lie in it.
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
