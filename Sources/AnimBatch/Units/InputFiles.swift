internal import AnimConv
internal import OutputFiles
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

/// The files that a batch's inputs are read from, as they were at the first request, including
/// files that inputs name, such as a sheet's image.
final class InputFiles: Sendable {
  private let units: [BatchUnit]
  private let inputs = GuardedState<Result<[FileStatus: FilePath], ConversionError>?>(nil)

  init(_ units: [BatchUnit]) { self.units = units }

  /// The input that a file belongs to; nil if there is none.
  ///
  /// - Throws: ``ConversionError`` if an input could not be read: its further files are then
  ///   unknown, and any file may be one of them.
  /// - Complexity: the first time, opens every input.
  func input(thatReads file: FileStatus) throws -> FilePath? {
    try inputs.withLock { inputs in
      let found = inputs ?? Result { () throws(ConversionError) in try Self.find(units) }
      inputs = found
      return try found.get()[file]
    }
  }

  private static func find(_ units: [BatchUnit]) throws(ConversionError) -> [FileStatus: FilePath] {
    var found: [FileStatus: FilePath] = [:]
    for unit in units {
      let trace = InputTrace()
      do {
        _ = try InputTrace.$current.withValue(trace) {
          try openSource(unit.conversion.input, options: unit.conversion.reading)
        }
      } catch {
        // A damaged or missing input names no files, and fails as a unit.
        let failure = ConversionError.wrapping(error, file: unit.input.string, stage: .reading)
        if failure.kind == .inputOutput { throw failure }
      }
      for file in unit.inputs + trace.findings.files.map(\.path) {
        if let status = FileStatus(of: file, followingLinks: true) { found[status] = unit.input }
      }
    }
    return found
  }
}
