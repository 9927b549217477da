internal import AnimConv
internal import CLibrary
internal import Messages
internal import OutputFiles
internal import Reading
internal import Stages
internal import SystemPackage
internal import Threads

/// One conversion of a batch: waits for its turn, converts, and records its sources and output just
/// before the output gets its name.
final class UnitConversion {
  private let unit: BatchUnit
  private let origin: String
  private let cache: BatchCache
  private let gate: WorkGate
  private let permit: WorkPermit
  private let cancellation: CancellationFlag
  private let replacesForeignFiles: Bool
  /// Reserves a path for this unit; returns the id of the unit that already has it.
  private let claim: (FilePath) -> String?
  /// Another input of this batch that is read from a file.
  private let reader: (FileStatus) throws -> FilePath?

  private let trace = InputTrace()
  /// The share of the batch's resources; released with this object.
  private var granted: WorkPermit?
  private var entry: BatchEntry?

  init(
    _ unit: BatchUnit, origin: String, cache: BatchCache, gate: WorkGate,
    permit: WorkPermit, cancellation: CancellationFlag, replacesForeignFiles: Bool,
    claim: @escaping (FilePath) -> String?, reader: @escaping (FileStatus) throws -> FilePath?
  ) {
    self.unit = unit
    self.origin = origin
    self.cache = cache
    self.gate = gate
    self.permit = permit
    self.cancellation = cancellation
    self.replacesForeignFiles = replacesForeignFiles
    self.claim = claim
    self.reader = reader
  }

  /// - Throws: ``ConversionError``; ``BatchError`` if the record cannot be written.
  func run(
    observer: @escaping @Sendable (Conversion.Progress) -> Void
  ) throws -> (BatchEntry, Conversion.Report) {
    // Reported before any work is done; checked again when the output is ready.
    try wrapping { for path in unit.expectedOutputs { try refuseForeignFile(at: path) } }
    var conversion = unit.conversion
    conversion.overwriting = .replace
    let job = ConversionJob(
      conversion, cancellation: cancellation, observer: observer,
      open: { [self] input, options in
        let source = try InputTrace.$current.withValue(trace) {
          try openSource(input, options: options)
        }
        let estimate = JobEstimate(conversion, source: source.info)
        // While this unit waits for others of this batch, they can use its resources.
        permit.pause()
        granted = try gate.enter(needing: estimate.need, cancellation: cancellation)
        try permit.goOn(needing: estimate.need, cancellation: cancellation)
        try cancellation.check()
        try wrapping { try makeFolders(OutputFile.folder(of: unit.output)) }
        return source
      },
      willPublish: { [self] staged in try record(staged) })
    let report = try job.run()
    return (entry!, report)
  }

  /// Takes the output from a shared cache instead of converting.
  ///
  /// A cache is not trusted: its files are compared with the plan of the conversion.
  ///
  /// - Returns: nil if it is incomplete or not what the conversion would write; nothing has changed
  ///   then.
  /// - Throws: ``ConversionError``.
  func fetch(
    _ shared: SharedOutput, from store: SharedCache
  ) throws -> (BatchEntry, frames: Int, UnitRemarks)? {
    guard let result = store.result(of: shared.action),
      var known = shared.known(result, origin: origin)
    else { return nil }
    try wrapping {
      for path in unit.expectedOutputs { try refuseForeignFile(at: path) }
      try makeFolders(OutputFile.folder(of: unit.output))
    }
    var plan: Conversion.Plan?
    var files: [OutputFile] = []
    defer { for file in files { file.discard() } }
    for (path, content) in known.files {
      let file = try OutputFile(path)
      files.append(file)
      let isWhole = store.fetch(content) { try file.append(Array($0)) }
      guard isWhole, let record = FileRecord(reading: file.temporaryPath),
        record.digest == content.digest
      else { return nil }
      // An input that cannot be planned fails in the following conversion, with its reason.
      if plan == nil { plan = try? plannedConversion() }
      guard plan?.agrees(with: file.temporaryPath, named: path) == true else { return nil }
      known.entry.outputs.append(
        .init(path: path.relative(to: unit.folder), isFolder: false, file: record))
    }
    for index in files.indices {
      try settle(files[index].path)
      // The name after this one is recorded as well.
      known.entry.outputs[index].file.stamp.noted = nil
    }
    try cancellation.check()
    try cache.record(known.entry)
    try wrapping { try OutputFile.publish(files, replacing: true) }
    return (known.entry, known.frames, known.remarks)
  }

  private func plannedConversion() throws -> Conversion.Plan {
    var conversion = unit.conversion
    conversion.overwriting = .replace
    return try ConversionJob(conversion, cancellation: cancellation).plan()
  }

  /// Ensures that an output may be published.
  private func settle(_ path: FilePath) throws {
    if let other = claim(path) {
      throw ConversionError(
        stage: .writing, kind: .usage, file: path.string,
        reason: "unit \(other) of this batch also writes this file",
        remedy: "choose another name")
    }
    try wrapping { try refuseForeignFile(at: path) }
  }

  private func record(_ staged: [StagedOutput]) throws {
    var entry = BatchEntry(
      target: unit.target, origin: origin, settings: unit.settingsDigest, inputs: [], outputs: [])
    let findings = trace.findings
    let base = OutputFile.folder(of: unit.input)
    for (path, stamp) in findings.files {
      guard let stamp, let record = FileRecord(reading: path), record.stamp.isSame(as: stamp) else {
        throw ConversionError(
          stage: .reading, kind: .inputOutput, file: path.string,
          reason: "changed while it was being converted", remedy: "run the batch again")
      }
      entry.inputs.append(.init(path: path.relative(to: base), file: record))
    }
    entry.missing = findings.missing.map { $0.relative(to: base) }
    if findings.listing != nil {
      do { entry.listing = try unit.listing() } catch {
        throw ConversionError.wrapping(
          ReadingError.system(operation: "listing the folder", errno: error.rawValue),
          file: unit.input.string, stage: .reading)
      }
    }
    for output in staged {
      try settle(output.path)
      let file =
        output.isFolder
        ? output.temporaryPath.appending(FolderRecord.fileName) : output.temporaryPath
      guard var record = FileRecord(reading: file) else {
        throw OutputError.cannotFlush(errno: errno)
      }
      // The name after this one is recorded as well.
      record.stamp.noted = nil
      entry.outputs.append(
        .init(
          path: output.path.relative(to: unit.folder), isFolder: output.isFolder, file: record))
    }
    try cache.record(entry)
    self.entry = entry
  }

  /// An existing file may be replaced if a batch wrote its bytes, or if the user allows it and no
  /// input of this batch is read from it.
  ///
  /// - Complexity: reads an existing file; opens every input, once per batch, if the user allows
  ///   replacing.
  private func refuseForeignFile(at path: FilePath) throws {
    guard let status = FileStatus(of: path, followingLinks: false), !status.isFolder
    else { return }
    let name = path.relative(to: unit.folder)
    func isOurs() -> Bool {
      guard let file = FileRecord(reading: path) else { return false }
      if cache.hasWritten(file.digest, to: name) { return true }
      cache.refresh()
      return cache.hasWritten(file.digest, to: name)
    }
    // Checked twice: another batch may replace it between reading the file and the record.
    if status.isRegularFile, isOurs() || isOurs() { return }
    if replacesForeignFiles, let input = try reader(status) {
      throw ConversionError(
        stage: .writing, kind: .cannotCreate, file: path.string,
        reason: "\(input), an input of this batch, is read from it",
        remedy: "choose another folder or name")
    }
    if !replacesForeignFiles {
      throw ConversionError(
        stage: .writing, kind: .cannotCreate, file: path.string,
        reason: "it exists and was not written by a batch, or has changed since",
        remedy: "use -y to replace it")
    }
  }

  private func wrapping(_ body: () throws -> Void) throws {
    do { try body() } catch {
      throw ConversionError.wrapping(error, file: unit.output.string, stage: .writing)
    }
  }
}

extension FilePath {
  /// The path relative to a folder; the path itself if it is not inside.
  func relative(to folder: FilePath) -> FilePath {
    var rest = withoutCurrentDirectories
    if rest.removePrefix(folder.withoutCurrentDirectories) { return rest }
    var normal = lexicallyNormalized()
    return normal.removePrefix(folder.lexicallyNormalized()) ? normal : rest
  }
}
