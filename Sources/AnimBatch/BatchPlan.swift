internal import AnimConv
public import SystemPackage

/// The conversions that a batch comes down to, each with a target that no other has.
public struct BatchPlan: Sendable {
  /// In the order of the jobs, and of the bytes of the paths in each.
  public let units: [BatchUnit]
  /// What tells this batch from others that write into the same folder.
  public let origin: String
  /// Files that say what to do, and folders in which patterns looked for inputs.
  public let sources: [FilePath]
  /// The units of the plan that this one is a part of; ``units`` when it is whole.
  let allUnits: [BatchUnit]

  /// Looks for the inputs and gives every conversion its target.
  ///
  /// - Throws: ``BatchError`` when there is no input, when a folder cannot be read in which a pattern
  ///   looks for them, or when two conversions would get in each other's way.
  /// - Complexity: reads the folders that patterns can match in, and no file.
  public init(_ batch: Batch) throws(BatchError) {
    var units: [BatchUnit] = []
    var folders: [FilePath] = []
    for job in batch.jobs {
      var known: Set<FilePath> = []
      for input in job.inputs {
        let pattern = PathPattern(input)
        let matches = try pattern.matches()
        guard !matches.paths.isEmpty else {
          throw .noInput(input.string, isPattern: pattern.hasWildcards)
        }
        folders += matches.folders.filter { !folders.contains($0) }
        for match in matches.paths where known.insert(match.path).inserted {
          units += try Self.units(job, match)
        }
      }
    }
    self.units = units
    allUnits = units
    origin = batch.origin
    sources = batch.sources + folders
    try TargetClaims.check(units)
  }

  private init(units: [BatchUnit], of plan: BatchPlan) {
    self.units = units
    allUnits = plan.allUnits
    origin = plan.origin
    sources = plan.sources
  }

  /// The part of the plan with these units.
  ///
  /// - Throws: ``BatchError/unknownUnit(_:)``.
  package func only(_ ids: [String]) throws(BatchError) -> BatchPlan {
    let known = Set(units.map(\.id))
    if let unknown = ids.first(where: { !known.contains($0) }) { throw .unknownUnit(unknown) }
    return BatchPlan(units: units.filter { ids.contains($0.id) }, of: self)
  }

  /// The part of the plan with the units at these places.
  func at(_ indices: [Int]) -> BatchPlan {
    BatchPlan(units: indices.map { units[$0] }, of: self)
  }

  private static func units(
    _ job: BatchJob, _ match: PathPattern.Match
  ) throws(BatchError) -> [BatchUnit] {
    var units: [BatchUnit] = []
    for output in job.outputs {
      let target = try job.name.path(
        input: match.path, subfolder: match.subfolder, suffix: output.preset?.suffix ?? "",
        fileExtension: output.fileExtension)
      units.append(
        try BatchUnit(output, of: match.path, folder: job.folder, target: target))
    }
    return units
  }
}
