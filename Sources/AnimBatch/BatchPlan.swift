internal import AnimConv
internal import OutputFiles
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
  /// The share of the whole plan that this one is; nil when its units were chosen by their ids.
  let share: BatchShard?

  /// Looks for the inputs and gives every conversion its target.
  ///
  /// - Throws: ``BatchError`` when there is no input, when a folder cannot be read in which a pattern
  ///   looks for them, or when two conversions would get in each other's way.
  /// - Complexity: reads the folders that patterns can match in, and no file.
  public init(_ batch: Batch) throws(BatchError) {
    var units: [BatchUnit] = []
    var folders: [FilePath] = []
    var knownFolders: Set<FilePath> = []
    for job in batch.jobs {
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

  /// Tells command lines apart that write into the same folder: by where they look for inputs, which
  /// kinds of output they make and how these are named. Plain names count by their folders, since
  /// shells write matches of patterns in their place. Settings do not count: who changes one still
  /// means the same outputs.
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

  /// The part of the plan that one machine does: each unit goes by its input's name alone, so that
  /// no input is opened. Every unit is in exactly one share as long as all machines call the inputs
  /// the same, and units of one input are in one share.
  ///
  /// - Complexity: O(units).
  package func shard(_ shard: BatchShard) -> BatchPlan {
    BatchPlan(
      units: units.filter { shard.contains(NameHash.of($0.input)) }, of: self, as: shard)
  }

  /// The share with the units at these places.
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
        try BatchUnit(output, of: match.path, folder: job.folder, target: target))
    }
    return units
  }
}
