internal import AnimConv
internal import OutputFiles
public import SystemPackage

/// The conversions of a batch, each with its own target.
public struct BatchPlan: Sendable {
  /// In the order of the jobs, and within a job by the bytes of the paths.
  public let units: [BatchUnit]
  /// Distinguishes this batch from others that write to the same folder.
  public let origin: String
  /// Files that define the batch, and folders that patterns searched.
  public let sources: [FilePath]
  /// The units of the whole plan if this is a share; otherwise equal to ``units``.
  let allUnits: [BatchUnit]
  /// The share of the whole plan; nil if units were selected by id.
  let share: BatchShard?

  /// Finds the inputs and assigns a target to every conversion.
  ///
  /// - Throws: ``BatchError`` if there is no input, if a folder of a pattern cannot be read, or if
  ///   two conversions conflict.
  /// - Complexity: reads the folders in which patterns can match, and no files.
  public init(_ batch: Batch) throws(BatchError) {
    var units: [BatchUnit] = []
    var folders: [FilePath] = []
    var knownFolders: Set<FilePath> = []
    for job in batch.jobs {
      if let first = job.inputs.first, !job.animations.isEmpty {
        for input in job.inputs {
          let pattern = PathPattern(input)
          if !pattern.hasWildcards, FileStatus(of: input, followingLinks: true) == nil {
            throw .noInput(input.string, isPattern: false)
          }
        }
        units += try Self.units(job, .init(path: first, subfolder: ""))
        continue
      }
      var known: Set<FilePath> = []
      for input in job.inputs {
        let pattern = PathPattern(input)
        let matches = try pattern.matches()
        guard !matches.paths.isEmpty else {
          throw .noInput(input.string, isPattern: pattern.hasWildcards)
        }
        folders += matches.folders.filter { knownFolders.insert($0).inserted }
        for match in matches.paths where known.insert(match.path).inserted {
          units += try Self.units(job, match)
        }
      }
    }
    self.units = units
    allUnits = units
    share = .whole
    origin = batch.origin.isEmpty ? Self.origin(of: batch.jobs) : batch.origin
    sources = batch.sources + folders
    try TargetClaims.check(units)
  }

  /// Distinguishes command lines that write to the same folder by the folders of their inputs,
  /// their kinds of output, and the names of outputs. For plain names, only their folders count,
  /// because shells replace patterns with matches. Settings do not count, because a change of
  /// settings still concerns the same outputs.
  private static func origin(of jobs: [BatchJob]) -> String {
    let parts = jobs.map { job in
      let places = job.inputs.map { input in
        PathPattern(input).hasWildcards
          ? PathText.text(input) : PathText.text(OutputFile.folder(of: input))
      }
      let kinds = job.outputs.map { output in
        [output.kind?.description ?? "", output.fileExtension, output.preset?.suffix ?? ""]
          .joined(separator: " ")
      }
      return (Set(places).sorted() + [job.name.text] + kinds).joined(separator: "\n")
    }
    return "command line " + FileRecord.digest(of: parts.joined(separator: "\n\n")).prefix(16)
  }

  private init(units: [BatchUnit], of plan: BatchPlan, as share: BatchShard?) {
    self.units = units
    self.share = share
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
    let wanted = Set(ids)
    return BatchPlan(units: units.filter { wanted.contains($0.id) }, of: self, as: nil)
  }

  /// One machine's share of the plan. The input's name decides a unit's share, so no input is
  /// opened. Every unit is in exactly one share if all machines use the same names, and units of
  /// one input are in one share.
  ///
  /// - Complexity: O(units).
  package func shard(_ shard: BatchShard) -> BatchPlan {
    BatchPlan(
      units: units.filter { shard.contains(NameHash.of($0.input)) }, of: self, as: shard)
  }

  /// The share with the units at these positions.
  func at(_ indices: [Int], as share: BatchShard) -> BatchPlan {
    BatchPlan(units: indices.map { units[$0] }, of: self, as: share)
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
        try BatchUnit(
          output, of: match.path, folder: job.folder, target: target, animations: job.animations))
    }
    return units
  }
}
