internal import OutputFiles
internal import SystemPackage
internal import Threads

/// Hands out the units of a run one after another, to whichever thread asks.
protocol UnitSource: Sendable {
  /// How many units there are in all.
  var unitCount: Int { get }
  /// What tells the batch from others that write into the same folder.
  var origin: String { get }

  /// The next unit; nil after the last.
  ///
  /// - Throws: ``BatchError`` when the list of units cannot be read any further.
  func next() throws(BatchError) -> BatchUnit?

  /// Takes a path that a unit is about to write.
  ///
  /// - Returns: the id of the unit that has it already; nil when it is free.
  func claim(_ path: FilePath, for unit: BatchUnit) -> String?

  /// The input of the batch that is read from a file, too; nil when there is none.
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
