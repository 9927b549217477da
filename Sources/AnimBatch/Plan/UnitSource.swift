internal import OutputFiles
internal import SystemPackage
internal import Threads

/// Provides the units of a run one after another, to any thread.
protocol UnitSource: Sendable {
  /// The total number of units.
  var unitCount: Int { get }
  /// Distinguishes the batch from others that write to the same folder.
  var origin: String { get }

  /// The next unit; nil after the last.
  ///
  /// - Throws: ``BatchError`` if the rest of the list cannot be read.
  func next() throws(BatchError) -> BatchUnit?

  /// Reserves a path for a unit.
  ///
  /// - Returns: the id of the unit that already has it; nil if it is free.
  func claim(_ path: FilePath, for unit: BatchUnit) -> String?

  /// The batch's input that is read from a file; nil if there is none.
  func input(thatReads file: FileStatus, for unit: BatchUnit) throws -> FilePath?
}

/// The units of a plan.
final class PlannedUnits: UnitSource {
  private let plan: BatchPlan
  private let place = GuardedState(0)
  private let claims: GuardedState<[FilePath: String]>
  private let inputFiles: InputFiles

  init(_ plan: BatchPlan) {
    self.plan = plan
    inputFiles = InputFiles(plan.allUnits)
    claims = GuardedState(
      Dictionary(
        plan.units.flatMap { unit in unit.expectedOutputs.map { ($0, unit.id) } },
        uniquingKeysWith: { first, _ in first }))
  }

  var unitCount: Int { plan.units.count }
  var origin: String { plan.origin }

  func next() -> BatchUnit? {
    place.withLock { place in
      guard place < plan.units.count else { return nil }
      defer { place += 1 }
      return plan.units[place]
    }
  }

  func claim(_ path: FilePath, for unit: BatchUnit) -> String? {
    claims.withLock { claims in
      if let owner = claims[path], owner != unit.id { return owner }
      claims[path] = unit.id
      return nil
    }
  }

  func input(thatReads file: FileStatus, for unit: BatchUnit) throws -> FilePath? {
    try inputFiles.input(thatReads: file)
  }
}
