internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import Confining
internal import SystemPackage

struct BatchMergeCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the reports of several machines or runs.",
    discussion: """
      Keeps one record for each unit: a success if there is one, otherwise the last failure. \
      Exits with the code that a single run over everything would have. If a unit of the batch is \
      in no report, because a report is missing, empty or cut off or because a run was stopped, it \
      writes nothing and exits with 74.
      """)

  @Argument(help: ArgumentHelp("Files that --report wrote.", valueName: "report"))
  var reports: [PathArgument]

  @Option(
    help: ArgumentHelp(
      "Write the merged report to this file. Default: standard output.", valueName: "file"))
  var report: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Check the reports against the expected units: the batch file, or a list that \
      'animconv batch --list --json' printed.
      """, valueName: "file"))
  var expect: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Write the units that have to be done again to this file, which 'animconv batch --units-from' \
      reads; needs --expect. It is empty when there are none.
      """, valueName: "file"))
  var missing: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Record in this folder, which holds the outputs of all machines, that they are done, so that \
      the next batch does not make them again.
      """, valueName: "folder"))
  var record: PathArgument?

  @OptionGroup var presets: PresetFolderOptions

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() throws -> Reach {
    var reach = presets.reach(of: nil)
    for file in reports { reach.formUnion(.reading(file.path)) }
    for file in [report, missing].compactMap(\.self) { reach.formUnion(.writing(file.path)) }
    if let record { reach.formUnion(.writing(in: record.path)) }
    guard let expect else { return reach }
    reach.formUnion(.reading(expect.path, isWatched: true))
    if expect.fileExtension == "json" {
      let batch = try BatchFile.read(expect.path, presets: presets.library)
      for input in batch.jobs.flatMap(\.inputs) { reach.formUnion(.reading(input)) }
      reach.reading.formUnion(try BatchPlan(batch).sources)
    }
    return reach
  }

  func validate() throws {
    if missing != nil, expect == nil {
      throw ValidationError("--missing needs --expect, which lists the expected units")
    }
    if let missing, missing == report {
      throw ValidationError("--missing and --report would write the same file")
    }
  }

  func run() async throws {
    do { try merge() } catch let error as BatchError {
      throw ConversionError(error, file: error.file)
    }
  }

  private func merge() throws {
    var merge = BatchMerge()
    for report in reports { try merge.add(report.path) }
    var missingCount = merge.missingCount
    if let expectation = try expectation() {
      var lines: [UInt8] = []
      missingCount = try expectation.check(merge) { lines += Array($0.utf8) }
      if let missing { try Depfile.write(lines, to: missing.path) }
    }
    let isComplete = missingCount == 0
    if !isComplete || !quiet {
      for gap in merge.gaps {
        let note = isComplete ? "; other reports contain its units" : ""
        Terminal.writeError(
          "animconv: " + Diagnostics.printable("\(gap.report): \(gap.reason)\(note)"))
      }
    }
    guard isComplete, let start = merge.start else {
      throw BatchError.incompleteReports(
        count: missingCount, of: merge.totalCount ?? 0, shares: merge.missingShares)
    }
    try write(merge, start)
    if let record { _ = try merge.record(in: record.path) }
    try merge.forEachRecord { record, _ in
      guard let failure = record.failure else { return }
      Terminal.writeError(BatchText.line(for: failure, of: record.input))
    }
    let summary = merge.summary
    if !quiet { Terminal.writeError(BatchText.line(for: summary)) }
    if summary.exitCode != 0 { throw ExitCode(summary.exitCode) }
  }

  private func expectation() throws -> BatchExpectation? {
    guard let expect else { return nil }
    if expect.fileExtension == "json" {
      return BatchExpectation(
        try BatchPlan(BatchFile.read(expect.path, presets: presets.library)))
    }
    return try BatchExpectation(list: expect.path)
  }

  private func write(_ merge: BatchMerge, _ start: BatchReportStart) throws {
    let end = BatchReportEnd(merge.summary, milliseconds: 0).line
    guard let report else {
      try Terminal.write(start.line)
      try merge.forEachRecord { try Terminal.write(String(decoding: $1, as: UTF8.self)) }
      try Terminal.write(end)
      return
    }
    try Depfile.write(to: report.path) { append in
      try append(Array(start.line.utf8))
      try merge.forEachRecord { try append($1) }
      try append(Array(end.utf8))
    }
  }
}
