internal import AnimBatch
internal import AnimConv
internal import AnimReport
internal import ArgumentParser
internal import Confining
internal import SystemPackage
internal import Watching

struct BatchRunCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Convert the inputs of a batch file or of patterns (the default).",
    discussion: """
      Put patterns in quotation marks: 'assets/**/*.gif'. Every option of 'animconv convert' that \
      shapes the result works here as well. The file .animconv-batch.jsonl in the output folder \
      records the sources of each output. An output is made again if its input, the settings, \
      animconv or its libraries changed, or if the output is missing or was changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "A batch file ending in .json, or files, folders of frames and patterns such as '**/*.gif'.",
      valueName: "in"))
  var inputs: [PathArgument] = []

  @OptionGroup(title: "Inputs") var list: BatchListOptions
  @OptionGroup(title: "Outputs") var presets: PresetOptions
  @OptionGroup(title: "Outputs") var target: BatchTargetOptions
  @OptionGroup(title: "Outputs") var output: SettingArguments<Settings.OutputOfBatch>
  @OptionGroup(title: "What is done") var mode: BatchModeOptions
  @OptionGroup(title: "Machines") var resources: BatchResourceOptions
  @OptionGroup(title: "Reports") var reports: BatchReportOptions

  @OptionGroup(title: "Machines") var sandbox: SandboxOptions

  @OptionGroup(visibility: .hidden) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(visibility: .hidden) var folder: SettingArguments<Settings.PictureFiles>
  @OptionGroup(visibility: .hidden) var sheet: SettingArguments<Settings.SheetCutting>
  @OptionGroup(visibility: .hidden) var delays: SettingArguments<Settings.Delays>
  @OptionGroup(visibility: .hidden) var play: SettingArguments<Settings.Play>
  @OptionGroup(visibility: .hidden) var schedule: SettingArguments<Settings.Schedule>
  @OptionGroup(visibility: .hidden) var size: SettingArguments<Settings.Size>
  @OptionGroup(visibility: .hidden) var alpha: SettingArguments<Settings.Transparency>
  @OptionGroup(visibility: .hidden) var encoding: SettingArguments<Settings.Video>
  @OptionGroup(visibility: .hidden) var imageCoding: SettingArguments<Settings.Image>
  @OptionGroup(visibility: .hidden) var layout: SettingArguments<Settings.Sheet>
  @OptionGroup(visibility: .hidden) var frames: SettingArguments<Settings.FramesOfBatch>
  @OptionGroup(visibility: .hidden) var pictures: SettingArguments<Settings.Pictures>
  @OptionGroup(visibility: .hidden) var player: SettingArguments<Settings.Players>

  func validate() throws {
    if list.filesFrom != nil {
      try checkList()
    } else if inputs.isEmpty {
      throw ValidationError("Missing expected argument '<in> ...'")
    }
    // A batch file and the lines of a list may name presets.
    if !isBatchFile, list.filesFrom == nil { try presets.checkFolders() }
    let settings = try settings
    do { try settings.checkCombination() } catch { throw error.asUsage }
    if let rehearsal = mode.rehearsal, let file = reports.files.first {
      throw ValidationError(
        "\(file.option) and \(rehearsal) cannot be used together: nothing is converted")
    }
    if isBatchFile {
      if target.name != nil || presets.preset != nil || !settings.isEmpty {
        throw ValidationError("put settings, --preset and --name into the batch file")
      }
    } else if target.out == nil {
      throw ValidationError("expected --out FOLDER, or a single batch file ending in .json")
    }
  }

  /// Options that are not available with a list that is read line by line.
  private func checkList() throws {
    if let input = inputs.first {
      throw ValidationError("--files-from and '\(input.description)' cannot be used together")
    }
    for (option, isGiven) in [
      ("--balance", resources.balance), ("--prune", mode.prune),
      ("--depfile", reports.depfile != nil), ("--watch", mode.watch),
      ("--pages", reports.pages != nil),
    ] where isGiven {
      throw ValidationError("\(option) and --files-from cannot be used together")
    }
  }

  func run() async throws {
    if !mode.watch { return try await carryOut { _ in } }
    try await WatchLoop(isQuiet: reports.quiet).run(reads: watchedFiles) { _, watched in
      var records: [BatchRecord] = []
      defer {
        watched.files.formUnion(records.flatMap(\.inputs))
        watched.outputs.formUnion(records.flatMap { [$0.output] + $0.outputs })
      }
      try await carryOut { records = $0 }
    }
  }

  /// The files that are known before a run.
  private func watchedFiles() -> WatchedFiles {
    var watched = WatchedFiles()
    watched.files = presets.files
    if isBatchFile { watched.files.insert(inputs[0].path) }
    guard let batch = try? batch else { return watched }
    watched.files.formUnion(batch.sources)
    watched.folders = Set(batch.jobs.flatMap(\.inputs))
    watched.find = {
      // Inputs that are being deleted are reported by the run.
      Set((try? BatchPlan(batch))?.units.flatMap(\.inputs) ?? [])
    }
    if let plan = try? BatchPlan(batch) {
      watched.folders.formUnion(plan.sources)
      watched.inputs = Set(plan.units.flatMap(\.inputs))
    }
    return watched
  }

  private func carryOut(onRecords: ([BatchRecord]) -> Void) async throws {
    do { try await perform(onRecords: onRecords) } catch let error as BatchError {
      throw ConversionError(error, file: error.file)
    }
  }

  /// - Parameter onRecords: called with the results of all units if they are watched.
  private func perform(onRecords: ([BatchRecord]) -> Void) async throws {
    // The process does nothing but this batch.
    ConversionLimits.shared.processors = options.jobs
    ConversionLimits.shared.memory = options.maxMemory
    if let file = list.filesFrom {
      try await perform(
        BatchPreparation.shared.takeManifest() ?? manifest(file), named: file)
      return
    }
    let whole = try BatchPreparation.shared.takePlan() ?? BatchPlan(batch)
    var plan = whole
    if let share = try resources.share {
      plan = resources.balance ? whole.balancedShard(share) : whole.shard(share)
    }
    if resources.choosesUnits { plan = try whole.only(resources.chosenUnits()) }
    if mode.list || mode.listUnits {
      try BatchText.list(plan, withEstimates: mode.listUnits, asJSON: reports.json)
      return
    }
    if mode.dryRun {
      try BatchText.rehearse(
        BatchRunner(plan, options: options), pruning: mode.prune ? BatchPruning(whole) : nil,
        asJSON: reports.json)
      return
    }
    try whole.checkReports(reports.files)
    if let pages = reports.pages { try ReportFolder.check(pages.path) }
    let gathered = try gathered { for unit in plan.units { try $0(unit) } }
    let runner = try BatchRunner(plan, options: options)
    let shared = try resources.sharedCache(BatchLog(form: reports.log))
    let run = try BatchRun(
      reports, resources, start: plan.reportStart, file: inputs[0],
      keepsRecords: mode.watch || reports.pages != nil)
    let summary = try await run.carryOut { stop, tell in
      try await runner.run(stop: stop, shared: shared) { event in
        gathered?.note(event)
        tell(event)
      }
    }
    if summary.skipped == 0 { try gathered?.write(plan) }
    let reporter = run.reporter
    onRecords(reporter.records)
    if mode.prune { BatchText.tell(try BatchPruning(whole).prune(isRehearsal: false), reports) }
    try writeDependencies(reporter.records, of: plan, hasFailed: summary.exitCode != 0)
    // Ending a run does not wait for pages.
    if let pages = reports.pages, !run.wasStopped {
      try await BatchPages(units: plan.units, records: reporter.records).write(
        to: pages, name: inputs.map(\.description).joined(separator: ", "), isQuiet: reports.quiet)
    }
    try finish(run, summary, unitCount: plan.units.count)
  }

  private func perform(_ manifest: BatchManifest, named file: PathArgument) async throws {
    if mode.list || mode.listUnits {
      try BatchText.list(manifest, withEstimates: mode.listUnits, asJSON: reports.json)
      return
    }
    let runner = ManifestRunner(manifest, options: options)
    if mode.dryRun {
      try BatchText.rehearse(runner, asJSON: reports.json)
      return
    }
    let gathered = try gathered(manifest.forEachUnit)
    let shared = try resources.sharedCache(BatchLog(form: reports.log))
    let run = try BatchRun(reports, resources, start: manifest.reportStart, file: file)
    let summary = try await run.carryOut { stop, tell in
      try await runner.run(stop: stop, shared: shared) { event in
        gathered?.note(event)
        tell(event)
      }
    }
    if summary.skipped == 0 { try gathered?.write(manifest) }
    if let stamp = reports.stamp, summary.exitCode == 0 {
      try Depfile.write([], to: stamp.path)
    }
    try finish(run, summary, unitCount: manifest.reportStart.unitCount)
  }

  /// Gathers the records of frames; nil without `--frame-record`.
  ///
  /// - Throws: `ValidationError` if no unit has one.
  private func gathered(
    _ forEachUnit: ((BatchUnit) throws -> Void) throws -> Void
  ) throws -> GatheredFrames? {
    guard let record = reports.frameRecord else { return nil }
    var isWritten = false
    try forEachUnit { isWritten = isWritten || GatheredFrames.contains($0) }
    if isWritten { return GatheredFrames(record.path) }
    throw ValidationError("--frame-record needs --container frames and --data jsonl")
  }

  /// Throws the exit code of the process: that of the only unit, or that of the batch.
  private func finish(_ run: BatchRun, _ summary: BatchSummary, unitCount: Int) throws {
    try run.reporter.checkRecords()
    let onlyFailure = unitCount == 1 ? run.reporter.records.first?.failure : nil
    let code = onlyFailure?.exitCode ?? summary.exitCode
    if mode.watch, run.wasStopped { SignalExit.exitNow(code) }
    if code != 0 { throw ExitCode(code) }
  }

  private func manifest(_ file: PathArgument) throws -> BatchManifest {
    let settings = try settings
    let preset = try presets.load()
    let outputs =
      preset.map { preset in preset.outputs.map { BatchOutput(settings, over: $0) } }
      ?? [BatchOutput(settings)]
    let kinds = BatchJob(inputs: [], outputs: outputs, folder: "").outputKinds
    do { try settings.checkScope(outputs: kinds) } catch { throw error.asUsage }
    return try BatchManifest(
      file.path, isNullSeparated: list.null, outputs: outputs, folder: target.out!.path,
      name: try target.name.map { text in try NameTemplate(text) } ?? .standard,
      presets: presets.folders.library, share: try resources.share ?? .whole,
      only: resources.choosesUnits ? try resources.chosenUnits() : nil, reports: reports.files)
  }

  func reach() throws -> Reach {
    var reach = presets.folders.reach(of: presets.preset, isWatched: mode.watch)
    for file in [list.filesFrom, resources.unitsFrom].compactMap(\.self)
    where !file.isStandardStream {
      reach.formUnion(.reading(file.path))
    }
    for file in reports.files { reach.formUnion(.writing(file.path)) }
    if let cache = resources.cache {
      reach.mayConnect = cache.isAddress
      if !cache.isAddress { reach.formUnion(.writing(in: cache.path)) }
    }
    if let file = list.filesFrom {
      reach.formUnion(.writing(in: target.out!.path))
      let manifest = try manifest(file)
      var units = BatchReach()
      try manifest.forEachUnit { units.add($0) }
      BatchPreparation.shared.keep(manifest)
      reach.formUnion(units.reach)
      return reach
    }
    if isBatchFile {
      // The batch file may be corrected while it is watched.
      reach.formUnion(.reading(inputs[0].path, isWatched: true))
    }
    do {
      let batch = try batch
      var units = BatchReach()
      for job in batch.jobs { reach.formUnion(.writing(in: job.folder)) }
      let plan = try BatchPlan(batch)
      for source in plan.sources { reach.formUnion(.reading(source, isWatched: mode.watch)) }
      for unit in plan.units { units.add(unit) }
      BatchPreparation.shared.keep(plan)
      reach.formUnion(units.reach)
    } catch {
      guard mode.watch else { throw error }
      // Later runs work on files near the batch file.
      for input in inputs { reach.formUnion(.reading(input.path, isWatched: true)) }
      if isBatchFile { reach.formUnion(.writing(inputs[0].path)) }
      if let out = target.out { reach.formUnion(.writing(in: out.path)) }
    }
    return reach
  }

  private func writeDependencies(
    _ records: [BatchRecord], of plan: BatchPlan, hasFailed: Bool
  ) throws {
    if let depfile = reports.depfile {
      var rules = Depfile()
      if let stamp = reports.stamp {
        rules.add(stamp.path, dependsOn: plan.sources + records.flatMap(\.inputs))
      } else {
        for record in records where record.status != .failed {
          for output in record.outputs { rules.add(output, dependsOn: record.inputs) }
        }
      }
      try rules.write(to: depfile.path)
    }
    if let stamp = reports.stamp, !hasFailed { try Depfile.write([], to: stamp.path) }
  }

  /// A single file that ends in `.json`, without an output folder.
  private var isBatchFile: Bool {
    inputs.count == 1 && target.out == nil && inputs[0].fileExtension == "json"
  }

  private var batch: Batch {
    get throws {
      if isBatchFile {
        return try BatchFile.read(inputs[0].path, presets: presets.folders.library)
      }
      let settings = try settings
      let preset = try presets.load()
      let outputs = preset.map { preset in preset.outputs.map { BatchOutput(settings, over: $0) } }
      let job = BatchJob(
        inputs: inputs.map(\.path), outputs: outputs ?? [BatchOutput(settings)],
        folder: target.out!.path,
        name: try target.name.map { text in try NameTemplate(text) } ?? .standard)
      do { try settings.checkScope(outputs: job.outputKinds) } catch { throw error.asUsage }
      return Batch(jobs: [job], sources: preset?.files ?? [])
    }
  }

  private var settings: ConversionSettings {
    get throws {
      var settings = try ConversionSettings([
        inputOptions, folder, sheet, delays, play, schedule, size, alpha, encoding,
        imageCoding, layout,
        frames, pictures, player, output,
      ])
      try settings.set(pairs: target.set)
      return settings
    }
  }

  private var options: BatchOptions {
    var options = resources.machine.options
    options.isForced = mode.force
    options.replacesForeignFiles = mode.replace
    options.stopsAtFailure = mode.failFast
    return options
  }
}
