internal import SystemPackage

/// The files that the inputs of a batch are read from, as they were when first asked for: those
/// that the inputs name, too, such as the picture of a sheet.
final class InputFiles: Sendable {
  private let units: [BatchUnit]
  private let inputs = GuardedState<[FileStatus: FilePath]?>(nil)

  init(_ units: [BatchUnit]) { self.units = units }

  /// The input that a file belongs to; nil when it belongs to none.
  ///
  /// - Complexity: the first time, opens every input.
  func input(thatReads file: FileStatus) -> FilePath? {
    inputs.withLock { inputs in
      if inputs == nil { inputs = Self.find(units) }
      return inputs?[file]
    }
  }

  private static func find(_ units: [BatchUnit]) -> [FileStatus: FilePath] {
    var found: [FileStatus: FilePath] = [:]
    for unit in units {
      let trace = InputTrace()
      // What cannot be read fails as a unit.
      _ = try? InputTrace.$current.withValue(trace) {
        try openSource(unit.conversion.input, options: unit.conversion.reading)
      }
      for file in [unit.input] + trace.findings.files.map(\.path) {
        if let status = FileStatus(of: file, followingLinks: true) { found[status] = unit.input }
      }
    }
    return found
  }
}
