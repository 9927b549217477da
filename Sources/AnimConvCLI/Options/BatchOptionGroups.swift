internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// What a batch makes, and where it goes.
struct BatchTargetOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      "The folder that outputs go to; created if it does not exist. Needed without a batch file.",
      valueName: "folder"))
  var out: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Names of outputs in the folder: {dir} is the folders that match the pattern's wildcards, \
      {stem} the input's name without its extension, {name} the whole name, {suffix} what tells \
      the outputs of a preset apart, {ext} the output's extension. \
      Default: {dir}/{stem}{suffix}.{ext}.
      """, valueName: "template"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      """
      Without a preset: mp4, webm, mov, gif, apng, webp, png (a sheet), frames, zip or imageset.
      """, valueName: "kind"),
    transform: setting("container"))
  var container: String?

  @Option(
    help: ArgumentHelp(
      "Largest size of each output in bytes, such as 256KiB or 1.5M; see animconv --help.",
      valueName: "bytes"),
    transform: setting("max-bytes"))
  var maxBytes: String?

  @Option(
    help: ArgumentHelp("Any other setting, by name, such as pad=4.", valueName: "name=value"))
  var set: [String] = []

  var settings: KeyValuePairs<String, String?> {
    ["container": container, "max-bytes": maxBytes]
  }
}

/// A list of inputs that is read line by line.
struct BatchListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Convert what the lines of this file name ('-' for standard input), in constant memory: paths, \
      or lines of JSON with 'input' and as needed 'output' (a path in the folder of --out), \
      'settings' and 'preset'.
      """, valueName: "file"))
  var filesFrom: PathArgument?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "The lines of --files-from are paths and end with NUL, as those of find -print0.")
  var null = false

  func validate() throws {
    if null && filesFrom == nil { throw ValidationError("-0 needs --files-from") }
  }
}

/// What is done, and what is only told.
struct BatchModeOptions: ParsableArguments {
  @Flag(help: "Convert even what has not changed.")
  var force = false

  @Flag(
    name: .customShort("y"),
    help: "Replace files that no batch has written, or that have changed since.")
  var replace = false

  @Flag(help: "Start no conversion after a failure. Default: go on, and exit with 1 at the end.")
  var failFast = false

  @Flag(help: "List every input and its output, then stop: nothing is read.")
  var list = false

  @Flag(help: "List what would be converted and why, then stop: nothing is written.")
  var dryRun = false

  @Flag(
    help: """
      List every unit with its id, input, output, estimated seconds and estimated peak memory in \
      bytes, then stop.
      """)
  var listUnits = false

  @Flag(
    help: """
      At the end, remove unchanged outputs of earlier runs that this batch no longer makes.
      """)
  var prune = false

  @Flag(
    help: ArgumentHelp(
      """
      Do it again whenever an input, the batch file or a preset has changed, or a pattern matches \
      another file, until Ctrl-C; only what has changed is converted.
      """))
  var watch = false

  func validate() throws {
    if watch, let rehearsal {
      throw ValidationError("--watch and \(rehearsal) cannot be used together")
    }
    if [list, dryRun, listUnits].count(where: { $0 }) > 1 {
      throw ValidationError("--list, --dry-run and --list-units cannot be used together")
    }
    if (list || listUnits) && (force || replace || failFast || prune) {
      throw ValidationError(
        "--force, -y, --fail-fast and --prune have no effect with "
          + "\(list ? "--list" : "--list-units")"
      )
    }
  }

  /// Why nothing is converted; nil when something is.
  var rehearsal: String? {
    list ? "--list" : listUnits ? "--list-units" : dryRun ? "--dry-run" : nil
  }
}

/// How much of the machine conversions side by side may use.
struct MachineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Number of threads; outputs do not depend on it. Default: the number of processors.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Estimated memory for all conversions together: 300M, 2G. A conversion that needs more runs \
      alone. Default: half of the machine's memory.
      """, valueName: "bytes"),
    transform: byteCount)
  var maxMemory: Int?

  func validate() throws {
    if let jobs, jobs < 1 {
      throw ValidationError("expected at least 1 for --jobs, but got \(jobs)")
    }
  }

  /// The same choices, with what was not given as it is by default.
  var options: BatchOptions {
    var options = BatchOptions()
    if let jobs { options.jobs = jobs }
    if let maxMemory { options.maxMemory = maxMemory }
    return options
  }
}

/// How much of the machine is used, and which share of the work is done here.
struct BatchResourceOptions: ParsableArguments {
  @OptionGroup var machine: MachineOptions

  @Option(
    help: ArgumentHelp(
      """
      Convert the K-th of N shares: a unit's share is decided by its input's name, so that no \
      other input is opened. 'auto' takes both numbers from the variables of Slurm, Google Batch, \
      Cloud Run, PBS, LSF, Grid Engine, GitLab, CircleCI or Buildkite; 'auto/N' takes only K, where \
      a scheduler does not tell N: Kubernetes, AWS Batch.
      """, valueName: "K/N"))
  var shard: String?

  @Flag(help: "Balance shares by estimated cost instead, for which every input is opened.")
  var balance = false

  @Option(
    help: ArgumentHelp(
      "Convert only the unit with this id; may be repeated. A single unit sets the exit code.",
      valueName: "id"))
  var unit: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Convert only the units with the ids in this file: one a line, or lines of JSON with 'unit', \
      such as those that 'animconv batch merge --missing' writes.
      """, valueName: "file"))
  var unitsFrom: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Take outputs from this cache, and put them in, that machines share: a folder, or \
      http://HOST/PATH, a server with the protocol of Bazel's remote cache. A cache that fails is \
      as good as an empty one.
      """, valueName: "place"))
  var cache: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      On SIGTERM, begin no further unit and give those at work this many seconds to end; then \
      exit with 74. A second SIGTERM ends the run at once.
      """, valueName: "s"))
  var grace = 25

  func validate() throws {
    if grace < 0 {
      throw ValidationError("expected seconds, or 0, for --grace, but got \(grace)")
    }
    if shard != nil && choosesUnits {
      throw ValidationError(
        "--shard and \(unit.isEmpty ? "--units-from" : "--unit") cannot be used together")
    }
    if balance && shard == nil { throw ValidationError("--balance needs --shard") }
    _ = try share
  }

  /// The cache that machines share.
  ///
  /// - Throws: ``BatchError``.
  func sharedCache(_ log: BatchLog) throws -> SharedCache? {
    try cache.map { place in
      try SharedCache(place.path) { reason in
        log.write(
          .warning, Diagnostics.printable("the cache is not used: \(place.description): \(reason)"))
      }
    }
  }

  /// Whether units are chosen by their ids.
  var choosesUnits: Bool { !unit.isEmpty || unitsFrom != nil }

  /// The ids of the units that are chosen.
  ///
  /// - Throws: ``BatchError``.
  func chosenUnits() throws -> [String] {
    try unit + (unitsFrom.map { try UnitList.read($0.path) } ?? [])
  }

  /// The share that is done here; nil for everything.
  var share: BatchShard? {
    get throws {
      guard let shard else { return nil }
      if shard == "auto" || shard.hasPrefix("auto/") {
        do throws(ShardError) {
          return try BatchShard(automatic: shard, environment: Terminal.environment)
        } catch {
          throw ValidationError("--shard \(shard): \(error.reason)")
        }
      }
      guard let share = BatchShard(parsing: shard) else {
        throw ValidationError("expected a share such as 2/3, auto or auto/3, but got '\(shard)'")
      }
      return share
    }
  }
}

/// A transform for a number of bytes: `300M`.
func byteCount(_ text: String) throws -> Int {
  let units: [Character: Int] = ["k": 10, "K": 10, "M": 20, "G": 30, "T": 40]
  let shift = text.last.flatMap { units[$0] }
  guard let number = Int(shift == nil ? text : String(text.dropLast())), number > 0,
    number <= Int.max >> (shift ?? 0)
  else { throw ValidationError("expected bytes such as 300M or 2G, but got '\(text)'") }
  return number << (shift ?? 0)
}

/// What is told, to whom.
struct BatchReportOptions: ParsableArguments, RunOptions {
  @Option(
    help: ArgumentHelp(
      """
      Write a line of JSON for each unit to this file, between one that names the batch and the \
      share and one with the totals; for 'animconv batch merge'.
      """, valueName: "file"))
  var report: PathArgument?

  @Flag(help: "Print a line of JSON for each unit on standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Write rules for Make and Ninja: the files that the stamp, or without one each output, was \
      made from.
      """, valueName: "file"))
  var depfile: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Write this file when everything is done and nothing has failed.", valueName: "file"))
  var stamp: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Write numbers of the run to this file as OpenMetrics text, every 10 s and at the end.",
      valueName: "file"))
  var metrics: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Append a summary in Markdown to this file, such as "$GITHUB_STEP_SUMMARY"; '-' prints it.
      """, valueName: "file"))
  var summary: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Write results to this file as JUnit's XML, a test case for each unit.", valueName: "file"))
  var junit: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      At the end, write a page for each output beside its source to this folder, and index.html, \
      which lists them: failures first, then what has changed most.
      """, valueName: "folder"))
  var pages: PathArgument?

  @Option(
    help: ArgumentHelp("Messages on standard error: text, or json for a line of JSON each."))
  var log = LogForm.text

  /// Every file that is written besides the outputs.
  var files: [(option: String, path: FilePath)] {
    [
      ("--report", report), ("--depfile", depfile), ("--stamp", stamp), ("--metrics", metrics),
      ("--junit", junit), ("--pages", pages),
      ("--summary", summary?.isStandardStream == true ? nil : summary),
    ].compactMap { option, file in file.map { (option, $0.path) } }
  }

  @Option(
    help: ArgumentHelp(
      "auto (a line on a terminal), json (lines of JSON on standard error) or none.",
      valueName: "form"))
  var progress = ProgressForm.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what was written.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Give up after this many seconds (exit 74); the next run goes on. Default: never.",
      valueName: "s"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      "Give up after this many seconds without progress (exit 74); 0 waits for ever.",
      valueName: "s"))
  var stallTimeout = 60

  func validate() throws {
    try checkRun()
  }
}
