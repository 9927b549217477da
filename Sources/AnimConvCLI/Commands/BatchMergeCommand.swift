internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

struct BatchMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the reports of several machines or runs.",
    discussion: """
      Keeps one record for each unit: one with an output rather than a failure, otherwise the \
      last. Exits with the code of a single run over everything.
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
      Record in this folder, which holds the outputs of all machines, that they are done, so that \
      the next batch does not make them again.
      """, valueName: "folder"))
  var record: PathArgument?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func run() async throws {
    do {
      var merge = BatchMerge()
      for report in reports { try merge.add(report.path) }
      let lines = merge.records.map { $0.line(.options) }.joined()
      if let report {
        try Depfile.write(Array(lines.utf8), to: report.path)
      } else {
        try Terminal.write(lines)
      }
      if let record { _ = try merge.record(in: record.path) }
      for record in merge.records {
        if let failure = record.failure {
          Terminal.writeError(BatchText.line(for: failure, of: record.input))
        }
      }
      let summary = merge.summary
      if !quiet { Terminal.writeError(BatchText.line(for: summary)) }
      if summary.exitCode != 0 { throw ExitCode(summary.exitCode) }
    } catch let error as BatchError {
      throw ConversionError(error, file: error.file)
    }
  }
}
