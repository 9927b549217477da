internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// The outputs of a batch and their destination.
struct BatchTargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output folder; created if needed. Required without a batch file.",
      valueName: "folder"))
  var out: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Template for output names: {dir} is the folders that match the pattern's wildcards, {stem} \
      the input's name without extension, {name} the whole name, {suffix} the preset output's \
      suffix, {ext} the extension. Default: {dir}/{stem}{suffix}.{ext}.
      """, valueName: "template"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Any other setting, by name, such as pad=4. May be repeated. Default: none.",
      valueName: "name=value"))
  var set: [String] = []
}

/// A list of inputs that is read line by line.
struct BatchListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read inputs from this file ('-' for standard input), in constant memory. Each line is a \
      path, or a JSON object with 'input' and optionally 'output' (a path in the folder of \
      --out), 'settings' and 'preset'. Default: none.
      """, valueName: "file"))
  var filesFrom: PathArgument?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: """
      Entries of --files-from are paths separated by NUL, as find -print0 writes them.
      """)
  var null = false

  func validate() throws {
    if null && filesFrom == nil { throw ValidationError("-0 needs --files-from") }
  }
}

/// Whether a batch runs or only reports.
struct BatchModeOptions: ParsableArguments {
  @Flag(help: "Convert unchanged inputs as well.")
  var force = false

  @Flag(
    name: .customShort("y"),
    help: "Overwrite files that no batch wrote, or that were changed since.")
  var replace = false

  @Flag(
    help: """
      Stop starting conversions after a failure. By default the batch continues and exits with 1 at \
      the end.
      """)
  var failFast = false

  @Flag(help: "List every input and its output; read nothing.")
  var list = false

  @Flag(help: "List the pending conversions and their reasons; write nothing.")
  var dryRun = false

  @Flag(
    help: """
      List every unit with its id, input, output, estimated seconds and estimated peak memory in \
      bytes; convert nothing.
      """)
  var listUnits = false

  @Flag(
    help: """
      At the end, delete outputs of earlier runs that this batch no longer makes, unless they \
      were changed.
      """)
  var prune = false

  @Flag(
    help: ArgumentHelp(
      """
      Run again whenever an input, the batch file or a preset changes, or a new file matches a \
      pattern, until Ctrl-C. Only changed inputs are converted.
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

  /// Why nothing is converted; nil if conversions run.
  var rehearsal: String? {
    list ? "--list" : listUnits ? "--list-units" : dryRun ? "--dry-run" : nil
  }
}

/// The resources of parallel conversions.
struct MachineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Number of threads. It does not affect the outputs. Default: the number of processors.
      """,
      valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Largest estimated memory of all conversions together: 300M, 2G. A conversion that needs \
      more runs alone. Default: half of the machine's memory.
      """, valueName: "bytes"),
    transform: byteCount)
  var maxMemory: Int?

  func validate() throws {
    if let jobs, jobs < 1 {
      throw ValidationError("expected at least 1 for --jobs, but got \(jobs)")
    }
  }

  /// The same options, with defaults for those that were not given.
  var options: BatchOptions {
    var options = BatchOptions()
    if let jobs { options.jobs = jobs }
    if let maxMemory { options.maxMemory = maxMemory }
    return options
  }
}

/// The resources of a batch, and its share of the work.
struct BatchResourceOptions: ParsableArguments {
  @OptionGroup var machine: MachineOptions

  @Option(
    help: ArgumentHelp(
      """
      Convert share K of N. The input's name decides its share, so no other input is opened. \
      'auto' reads both numbers from the environment of Slurm, Google Batch, Cloud Run, PBS, LSF, \
      Grid Engine, GitLab, CircleCI or Buildkite; 'auto/N' reads only K, for Kubernetes and AWS \
      Batch. Default: everything.
      """, valueName: "K/N"))
  var shard: String?

  @Flag(help: "Balance shares by estimated cost. Every input is opened for that.")
  var balance = false

  @Option(
    help: ArgumentHelp(
      """
      Convert only the unit with this id; may be repeated. With one unit, its result sets the \
      exit code. Default: every unit.
      """,
      valueName: "id"))
  var unit: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Convert only the units whose ids are in this file: one per line, or JSON lines with 'unit', as \
      'animconv batch merge --missing' writes them. Default: every unit.
      """, valueName: "file"))
  var unitsFrom: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Cache that machines share: a folder, or http://HOST/PATH of a server with Bazel's remote \
      cache protocol. Outputs are read from it and stored in it; if it fails, the batch converts \
      without it. Default: none.
      """, valueName: "place"))
  var cache: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      On SIGTERM, start no further unit and allow running units this many seconds to finish; then \
      exit with 74. A second SIGTERM stops at once.
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

  /// The shared cache.
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

  /// Whether units are selected by id.
  var choosesUnits: Bool { !unit.isEmpty || unitsFrom != nil }

  /// The ids of the selected units.
  ///
  /// - Throws: ``BatchError``.
  func chosenUnits() throws -> [String] {
    try unit + (unitsFrom.map { try UnitList.read($0.path) } ?? [])
  }

  /// The share of this run; nil for everything.
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

/// What a batch reports, and where.
struct BatchReportOptions: ParsableArguments, RunOptions {
  @Option(
    help: ArgumentHelp(
      """
      Write a report to this file, for 'animconv batch merge': a JSON line for the batch and its \
      share, one for each unit, and one with the totals. Default: none.
      """, valueName: "file"))
  var report: PathArgument?

  @Flag(help: "Print a JSON line for each unit on standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Write dependency rules for Make and Ninja to this file: the inputs of the stamp or, without \
      one, of each output. Default: none.
      """, valueName: "file"))
  var depfile: PathArgument?

  @Option(
    help: ArgumentHelp(
      "Create this file if every conversion succeeds. Default: none.", valueName: "file"))
  var stamp: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Write metrics to this file as OpenMetrics text, every 10 s and at the end. Default: none.
      """,
      valueName: "file"))
  var metrics: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Append a Markdown summary to this file, such as "$GITHUB_STEP_SUMMARY"; '-' prints it. \
      Default: none.
      """, valueName: "file"))
  var summary: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Write results to this file as JUnit XML, one test case per unit. Default: none.
      """, valueName: "file"))
  var junit: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      At the end, write to this folder a page that compares each output with its source, and an \
      index.html that lists failures first, then the largest changes. Default: none.
      """, valueName: "folder"))
  var pages: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      At the end, write one record of the pictures of all folders to this file, as JSON lines that \
      also name the input. Needs --container frames and --data jsonl. Default: none.
      """, valueName: "file"))
  var frameRecord: PathArgument?

  @Option(
    help: ArgumentHelp("Format of messages on standard error: text, or json for JSON lines."))
  var log = LogForm.text

  /// Every file that is written in addition to the outputs.
  var files: [(option: String, path: FilePath)] {
    [
      ("--report", report), ("--depfile", depfile), ("--stamp", stamp), ("--metrics", metrics),
      ("--junit", junit), ("--pages", pages), ("--frame-record", frameRecord),
      ("--summary", summary?.isStandardStream == true ? nil : summary),
    ].compactMap { option, file in file.map { (option, $0.path) } }
  }

  @Option(
    help: ArgumentHelp(
      """
      Progress: auto (a line on a terminal), json (JSON lines on standard error) or none.
      """,
      valueName: "form"))
  var progress = ProgressForm.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print each output that was written.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      """
      Stop after this many seconds (exit 74); the next run continues. Default: never.
      """,
      valueName: "s"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      """
      Stop after this many seconds without progress (exit 74); 0 waits forever.
      """,
      valueName: "s"))
  var stallTimeout = 60

  func validate() throws {
    try checkRun()
  }
}
